import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { MakerSettings } from '#domain/access/maker.ts'

/** `checkMaker` as a condition for rows with `created_by` and `edited_by`: those that the caller may decide. */
export const madeByOthers = (caller: Caller, settings: MakerSettings): RawBuilder<SqlBool> =>
  sql`(${madeBySelf(caller, settings)} IS NOT TRUE)`

/** The caller's own, which somebody else decides; by the columns as they are, so that an index knows them. */
export const madeBySelf = (caller: Caller, { allow_self_approval }: MakerSettings): RawBuilder<SqlBool> =>
  allow_self_approval || caller.kind !== 'user'
    ? sql`FALSE`
    : sql`(created_by = ${caller.user_id}::uuid
        OR (edited_by <> '{}' AND ${caller.user_id}::uuid = ANY(edited_by)))`
