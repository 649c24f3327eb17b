import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { isReleased } from '../store/conditions.ts'
import { type LockedOutgoing, OUTGOING, type Outgoing } from '../store/rows.ts'
import { type Lane, on } from '../store/tables.ts'
import { BATCH_DOCUMENTS_MAX } from './prepare.ts'

export type Wanted = { sender_entity_id: string; lane: Lane }

/** Fewer than a full batch of a person's documents go in about so many calls. */
const CALLS_AIMED_AT = 10

/**
 * How many of a person's documents share a call. What shares a call shares its fate, and a lost answer costs minutes or
 * a person's decision: so they go alone while there are few, and only a long queue travels in full batches.
 */
export const batchSize = (waiting: number): number =>
  waiting >= BATCH_DOCUMENTS_MAX ? BATCH_DOCUMENTS_MAX : Math.ceil(waiting / CALLS_AIMED_AT)

/** What waits to be sent and no sender has on the way. */
export const approved = (handle: Db | Tx, { sender_entity_id, lane }: Wanted) =>
  approvedOf(handle, sender_entity_id).where('lane', '=', lane)

const approvedOf = (handle: Db | Tx, sender_entity_id: string) =>
  on(handle)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    // As in the index of what is to be sent.
    .where('status', '=', sql.lit('Approved'))
    .where(isReleased)
    .where('awaits_cancellation', 'is', false)
    .where(isOnItsWay(), 'is', false)

/**
 * How many approved documents no sender has on the way, counted up to one more than a full batch beyond `beyond`, and
 * since when the first of these is approved.
 */
export const countWaiting = async (
  db: Db,
  wanted: Wanted,
  beyond = 0,
): Promise<{ n: number; oldest: Date | null }> => {
  const some = approved(db, wanted)
    .select('documents.approved_at')
    .limit(BATCH_DOCUMENTS_MAX + 1 + beyond)
  const { n, oldest } = await db
    .selectFrom(some.as('some'))
    .select((eb) => [eb.fn.countAll<string>().as('n'), eb.fn.min('approved_at').as('oldest')])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow()
  return { n: Number(n), oldest }
}

/**
 * The next approved documents of a lane, oldest deadline first, then oldest approval, held for update; those which
 * another sender holds or has on the way are passed over. At most `size` documents. An upload takes along what people
 * approved, before its own. One whose submission was refused as a whole goes alone, so that one bad document cannot
 * hold back the others for ever; where a person has sent it again since, it is given another try among others.
 */
export const nextToSend = async (tx: Tx, wanted: Wanted, size: number): Promise<LockedOutgoing[]> => {
  const along = wanted.lane === 'bulk' ? await holdNext(tx, { ...wanted, lane: 'single' }, size) : []
  const held = [...along, ...(await holdNext(tx, wanted, size - along.length))]
  if (held.length === 0) return []
  // Another sender may have committed its intent after this query looked and before it held the rows: look again.
  const rows = await approvedOf(tx, wanted.sender_entity_id)
    .where('id', '=', sql<string>`ANY(${held.map(({ id }) => id)}::uuid[])`)
    .select(OUTGOING)
    .select(hasAttempt(['refused'], NOT_RETRIED).as('was_refused'))
    .orderBy(sql`lane = 'bulk'`)
    .orderBy(IN_ORDER)
    .modifyEnd(PREPARED)
    .execute()
  if (rows.length === 0) return nextToSend(tx, wanted, size)
  const together = rows.filter((row) => !row.was_refused)
  const chosen: Outgoing[] = together.length > 0 ? together : rows.slice(0, 1)
  return chosen as LockedOutgoing[] // the first query holds them
}

const holdNext = (tx: Tx, wanted: Wanted, size: number) =>
  approved(tx, wanted)
    .select('id')
    .orderBy(IN_ORDER)
    .limit(size)
    .forUpdate()
    .skipLocked()
    .modifyEnd(PREPARED)
    .execute()

/** Oldest deadline first, then oldest approval, as `documents_to_send` has them. */
export const IN_ORDER = sql`submit_by, approved_at, id`

/** Of an attempt `a`: nobody has had the document sent again since it was answered. */
const NOT_RETRIED = sql<boolean>`NOT EXISTS (SELECT FROM document_history AS h
  WHERE h.document_id = documents.id AND h.event = 'retry' AND h.at >= a.answered_at)`

/** Whether a sender has the document on the way, or had it when it died: the authority may have it. */
export function isOnItsWay() {
  return hasAttempt(['intent', 'accepted', 'unclear'])
}

/**
 * Looked up document by document: as `EXISTS` it may become a table of all attempts that ever were. The states stand in
 * the statement, as in the index of those that are open.
 */
function hasAttempt(states: readonly string[], so = sql<boolean>`TRUE`) {
  return sql<boolean>`((
    SELECT TRUE FROM attempts AS a
    WHERE a.document_id = documents.id AND a.revision = documents.revision
      AND a.state IN (${sql.join(states.map((state) => sql.lit(state)))}) AND ${so}
    LIMIT 1
  ) IS NOT NULL)`
}
