import type { Selectable } from 'kysely'
import { cutText } from '#domain/text/cut.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Lease } from '../../platform/db/lease.ts'
import { tell } from '../../platform/facts/tell.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type Actor, AUTHORITY, transition } from '../life/transition.ts'
import { keepAnswers } from '../store/answers.ts'
import { documentsNoted } from '../store/facts.ts'
import { cancellationJob } from '../store/jobs.ts'
import type { DocumentRow, LockedDocument } from '../store/rows.ts'
import { type CancellationState, type CancellationTable, on } from '../store/tables.ts'
import { freeSuccessor, type Refusal, refuseSuccessor } from './successor.ts'

export type CancellationRow = Selectable<CancellationTable>

/** The authority is asked so long (ms) after the request, and again so long after each answer that it still counts. */
export const ASK_AFTER_MS = [30_000, 120_000, 600_000] as const

const ANSWER_LENGTH_MAX = 4000

/** Stores what is about to be asked, together with the job that finds out should the answer be lost. */
export const intendCancellation = async (
  tx: Tx,
  document: LockedDocument,
  { reason, actor, now }: { reason: string; actor: Actor; now: Date },
): Promise<CancellationRow> => {
  const row = await on(tx)
    .insertInto('cancellations')
    .values({
      document_id: document.id,
      sender_entity_id: document.sender_entity_id,
      reason,
      ...actor,
      state: 'intent',
      intended_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await askCancellationLater(tx, row.id, ASK_AFTER_MS[0])
  return row
}

export const askCancellationLater = (tx: Tx, cancellation_id: string, pause_ms: number) =>
  enqueue(
    tx,
    cancellationJob,
    { cancellation_id },
    { singleton_key: cancellation_id, start_after_ms: pause_ms },
  )

export const readCancellation = (handle: Db | Tx, id: string): Promise<CancellationRow | undefined> =>
  on(handle).selectFrom('cancellations').where('id', '=', id).selectAll().executeTakeFirst()

const SHOWN_MAX = 20

/** The newest cancellations of a document, newest first. */
export const cancellationsOf = (handle: Db | Tx, document_id: string): Promise<CancellationRow[]> =>
  on(handle)
    .selectFrom('cancellations')
    .where('document_id', '=', document_id)
    .orderBy('intended_at', 'desc')
    .limit(SHOWN_MAX)
    .selectAll()
    .execute()

export const isOpen = (row: Pick<CancellationRow, 'state'>) =>
  row.state === 'intent' || row.state === 'unclear'

const UNSETTLED = {
  intent: 'asking',
  unclear: 'asking',
  not_arrived: 'not_arrived',
  not_sent: 'not_sent',
  done: undefined,
  refused: undefined,
} as const satisfies Record<CancellationState, string | undefined>

/**
 * What the status does not show of the newest cancellation of a validated document; null when it shows all. What was
 * not sent did not arrive either: nothing asks for it again by itself, and the 72 hours go on.
 */
export const unsettledOf = (
  [newest]: readonly CancellationRow[],
  { status }: Pick<DocumentRow, 'status'>,
) => {
  if (!newest || status !== 'Validated') return null
  const state = UNSETTLED[newest.state]
  if (!state) return null
  const { intended_at, actor_name, reason, answer } = newest
  const why = state === 'not_sent' ? answer : ''
  return { state, why, at: intended_at.toISOString(), by: actor_name, reason }
}

/** `refusal`: for people. `held`: only as long as nobody else has taken that over; throws `lease_lost`. */
type Answer = {
  state: CancellationState
  answer: string
  correlation_id?: string
  refusal?: Refusal | undefined
  held?: Lease
}

/** Writes what came of an open cancellation; one that was settled meanwhile keeps what it has. */
export const answerCancellation = (
  db: Db,
  id: string,
  { answer, refusal, held, ...rest }: Answer,
  now: Date,
) =>
  inTransaction(db, async (tx) => {
    await held?.demandIn(tx)
    const written = await on(tx)
      .updateTable('cancellations')
      .set({ ...rest, answer: cutText(answer, ANSWER_LENGTH_MAX), answered_at: now })
      .where('id', '=', id)
      .where('state', 'in', ['intent', 'unclear'])
      .returning((eb) => [
        'document_id',
        eb
          .selectFrom('documents')
          .select('store_code_id')
          .whereRef('documents.id', '=', 'cancellations.document_id')
          .as('store_code_id'),
      ])
      .executeTakeFirst()
    if (!written) return
    await keepAnswers(tx, 'cancellation', { ids: [id], now })
    const { document_id, store_code_id } = written
    const store_code_ids = store_code_id ? [store_code_id] : []
    if (refusal) await refuseSuccessor(tx, document_id, { ...refusal, now })
    await tell(tx, documentsNoted, { document_ids: [document_id], store_code_ids })
  })

/**
 * The authority says that a document is cancelled: so it is here, in the name of whoever asked for it. Of ours it may
 * also be one that seemed not to have arrived; otherwise somebody did it on the authority's own portal.
 */
export const adoptCancelled = async (
  tx: Tx,
  document: LockedDocument,
  { status_reason, now }: { status_reason: string; now: Date },
): Promise<DocumentRow> => {
  const all = await cancellationsOf(tx, document.id)
  const ours = all.find(isOpen) ?? all.find((row) => row.state === 'not_arrived')
  if (!ours) {
    const why = status_reason || 'Cancelled on the LHDN portal.'
    return cancelHere(tx, document, { actor: AUTHORITY, why, now })
  }
  const { id, actor_id, actor_name, reason: why } = ours
  await on(tx)
    .updateTable('cancellations')
    .set({ state: 'done', answered_at: now })
    .where('id', '=', id)
    .execute()
  await keepAnswers(tx, 'cancellation', { ids: [id], now })
  return cancelHere(tx, document, { actor: { actor_id, actor_name }, why, now })
}

/** What replaces the document has waited for this. */
const cancelHere = async (
  tx: Tx,
  document: LockedDocument,
  step: { actor: Actor; why: string; now: Date },
): Promise<DocumentRow> => {
  const row = await transition(tx, document, { event: 'cancel', ...step })
  await freeSuccessor(tx, row, step.now)
  return row
}
