import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, holds } from '#domain/access/caller.ts'
import type { MakerSettings } from '#domain/access/maker.ts'
import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import { LONG_WAIT_MS, RECEIVED, type Status, WINDOW_ENDING_MS } from '#domain/documents/lifecycle.ts'
import { FAILED_CANCELLATIONS, toldUpTo, UNSENT } from '#domain/notifications/of-document.ts'
import { madeByOthers, madeBySelf } from '../../access/maker.ts'

// Rules of the domain as conditions on rows of `documents`, for every list and figure that picks by them.

const among = (statuses: readonly Status[]) => sql<SqlBool>`status = ANY(${[...statuses]}::text[])`

/** The same of one, by its name: the planner knows how many there are, and reads a condition that stands twice once. */
const PENDING = sql<SqlBool>`status = 'Pending Approval'`

/**
 * Everything that the authority has received, whatever became of it (decisions.md §10: LHDN Submission). Of most the
 * status tells, which indexes have.
 */
export const handedOver: RawBuilder<SqlBool> = sql`(${among(RECEIVED)}
  OR status = 'User Cancelled' AND authority_uuid IS NOT NULL)`

/** Made for where its company sends to now: a trial holds no number once the company has left (decision 007). */
export const MADE_FOR_NOW = sql<SqlBool>`(documents.environment =
  (SELECT company.environment FROM sender_entities AS company WHERE company.id = documents.sender_entity_id))`

/** What the caller may approve now: what `may` answers of each row. What awaits a cancellation may be rejected only. */
export const awaitsDecisionOf = (caller: Caller, settings: MakerSettings): RawBuilder<SqlBool> =>
  holds(caller, 'can_approve_invoice')
    ? sql`(${PENDING} AND NOT awaits_cancellation
        AND ${madeByOthers(caller, settings)})`
    : sql`FALSE`

/** Of what is pending the rest: the caller's own, and what takes the place of another that is not cancelled yet. */
export const awaitsOthers = (caller: Caller, settings: MakerSettings): RawBuilder<SqlBool> =>
  sql`(${PENDING} AND (awaits_cancellation OR ${madeBySelf(caller, settings)}))`

/** What waits for an approver for more than a day, and not for the caller: for those who decide it is their own. */
export const waitsLong = (caller: Caller, now: Date): RawBuilder<SqlBool> =>
  sql`(${PENDING} AND modified_at <= ${before(now, LONG_WAIT_MS)} AND ${
    holds(caller, 'can_approve_invoice') ? madeBySelf(caller, { allow_self_approval: false }) : sql`TRUE`
  })`

/** Of validated documents: the buyer asked for a rejection, and a cancellation can still answer. */
export const askedBack = (now: Date): RawBuilder<SqlBool> =>
  sql`(reject_requested_at IS NOT NULL AND validated_at >= ${before(now, CANCEL_WINDOW_MS)})`

/** Of validated documents that no buyer asked back: the time for a cancellation ends within a day. */
export const windowEnds = (now: Date): RawBuilder<SqlBool> =>
  sql`(reject_requested_at IS NULL AND validated_at >= ${before(now, CANCEL_WINDOW_MS)}
    AND validated_at <= ${before(now, CANCEL_WINDOW_MS - WINDOW_ENDING_MS)})`

/** While programs of the version before still store documents, only the other day tells it of theirs. */
export const IS_CONSOLIDATED = sql<SqlBool>`(documents.consolidated
  OR (documents.invoice_type IN ('01', '11') AND documents.submit_by <> documents.invoice_date))`

/** A trial of a company that sends elsewhere by now: no law asks for it, and nothing comes of it (decision 007). */
export const IS_LEFT_TRIAL = sql<SqlBool>`(documents.environment <> 'prod' AND NOT ${MADE_FOR_NOW})`

/** Consolidated documents that wait for somebody, and whose last day by law is told by now. */
export const termEnds = (now: Date): RawBuilder<SqlBool> =>
  sql`(${among(UNSENT)} AND ${IS_CONSOLIDATED} AND submit_by <= ${toldUpTo(now)}::date AND NOT ${IS_LEFT_TRIAL})`

/** Of validated documents: whether the last cancellation had its effect is not known, however long ago it was. */
export const cancellationUnclear: RawBuilder<SqlBool> = sql`id = ANY(ARRAY(
  SELECT document_id FROM cancellations WHERE state = 'unclear'))`

/** Of validated documents: the last cancellation had no effect, or that is not known, and another one still can. */
export const cancellationFailed = (now: Date): RawBuilder<SqlBool> =>
  sql`(validated_at > ${before(now, CANCEL_WINDOW_MS)} AND id = ANY(ARRAY(
    SELECT c.document_id FROM cancellations AS c
    WHERE c.state = ANY(${[...FAILED_CANCELLATIONS]}::text[]) AND c.intended_at > ${before(now, CANCEL_WINDOW_MS)}
    AND NOT EXISTS (SELECT FROM cancellations AS later
      WHERE later.document_id = c.document_id AND later.intended_at > c.intended_at))))`

/**
 * Of a line of the history: it tells who brought the document to where it stands. That another document is cancelled
 * which this one replaces is such a step of what waits for that alone: one that was sent back stays so, by who did it.
 */
export const isStep = (line: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${line}.event`)} <> 'correct' OR ${sql.ref(`${line}.to_status`)} = 'Pending Approval')`

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Of a row of `documents`: no approval of many holds it back any more. While one goes on or can be undone, nothing that
 * it approved is sent, whatever the clock says: its own row alone decides.
 */
export const isReleased: RawBuilder<SqlBool> = sql`NOT EXISTS (
  SELECT FROM approval_runs AS r JOIN approval_run_documents AS d ON d.run_id = r.id
  WHERE r.state IN ('approving', 'undoable', 'undoing') AND d.document_id = documents.id AND d.state = 'approved')`
