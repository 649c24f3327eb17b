import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, holds } from '#domain/access/caller.ts'
import type { MakerSettings } from '#domain/access/maker.ts'
import { HANDED_OVER, type Status } from '#domain/documents/lifecycle.ts'
import { madeByOthers } from '../../access/maker.ts'

// Rules of the domain as conditions on rows of `documents`, for every list and figure that picks by them.

const among = (statuses: readonly Status[]) => sql<SqlBool>`status = ANY(${[...statuses]}::text[])`

/** Everything that the authority has received, whatever became of it (decisions.md §10: LHDN Submission). */
export const handedOver: RawBuilder<SqlBool> = sql`(authority_uuid IS NOT NULL AND ${among(HANDED_OVER)})`

/** What the caller may approve or reject now: what `may` answers of each row. */
export const awaitsDecisionOf = (caller: Caller, settings: MakerSettings): RawBuilder<SqlBool> =>
  holds(caller, 'can_approve_invoice')
    ? sql`(${among(['Pending Approval'])} AND ${madeByOthers(caller, settings)})`
    : sql`FALSE`
