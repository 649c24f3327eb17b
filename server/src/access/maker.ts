import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import type { MakerSettings } from '#domain/access/maker.ts'

/** `checkMaker` as a condition for rows with `created_by` and `last_edited_by`: those that the caller may decide. */
export const madeByOthers = (caller: Caller, { allow_self_approval }: MakerSettings): RawBuilder<SqlBool> =>
  allow_self_approval || caller.kind !== 'user'
    ? sql<SqlBool>`TRUE`
    : sql<SqlBool>`(created_by IS DISTINCT FROM ${caller.user_id}::uuid
        AND last_edited_by IS DISTINCT FROM ${caller.user_id}::uuid)`
