import { type Selectable, sql, type Updateable } from 'kysely'
import type { OutgoingDocument } from '../../authority/calls/submission-body.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { keepAnswers } from '../store/answers.ts'
import { resolveJob } from '../store/jobs.ts'
import { type AttemptTable, on } from '../store/tables.ts'
import type { Prepared } from './prepare.ts'

/** `intended_at`: when it was sent, which its issue time is not (prepare.ts); how old it is counts from there. */
export type AttemptRow = Omit<Selectable<AttemptTable>, 'bytes'> & { intended_at: Date }

/** What is about to go out, and the submission that answers for it. */
export type Intent = { submission_id: string; outgoing: OutgoingDocument[] }

/** Stores what is about to be sent: exact bytes, hash, batch (decisions.md §4). Answers the submission's id. */
export const storeIntent = async (
  tx: Tx,
  batch: readonly Prepared[],
  { slot, now }: { slot: string; now: Date },
): Promise<string> => {
  const [first] = batch
  if (!first) throw new Error('An intent needs a document.')
  const { sender_entity_id, environment } = first.row
  const { id } = await on(tx)
    .insertInto('submissions')
    .values({ sender_entity_id, environment, sender_slot: slot, state: 'intent', intended_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAttempts(tx, id, batch)
  return id
}

/** One text however many they are, and their bytes in one piece: a statement of a thousand values is read for long. */
const insertAttempts = async (tx: Tx, submission_id: string, batch: readonly Prepared[]) => {
  // PostgreSQL counts from 1.
  let start = 1
  const heads = batch.map(({ row, bytes, document_hash, issued_at }) => {
    const { id, sender_entity_id, revision, invoice_type, invoice_number, total_payable_amount } = row
    const own = { id, sender_entity_id, revision, invoice_type, invoice_number, total_payable_amount }
    const head = { ...own, document_hash, issued_at, start, length: bytes.byteLength }
    start += bytes.byteLength
    return head
  })
  const all = Buffer.concat(batch.map(({ bytes }) => bytes))
  await sql`
    INSERT INTO attempts (submission_id, document_id, sender_entity_id, revision, invoice_type, code_number,
      total_payable_amount, bytes, document_hash, issued_at, state)
    SELECT ${submission_id}, id, sender_entity_id, revision, invoice_type, invoice_number, total_payable_amount,
      substring(${all}::bytea FROM start FOR length), document_hash, issued_at, 'intent'
    FROM json_to_recordset(${JSON.stringify(heads)}::json) AS head(
      id uuid, sender_entity_id uuid, revision integer, invoice_type text, invoice_number text,
      total_payable_amount numeric, document_hash text, issued_at timestamptz, start integer, length integer)
    ${PREPARED}`.execute(tx)
}

export const intentOf = (submission_id: string, batch: readonly Prepared[]): Intent => ({
  submission_id,
  outgoing: batch.map(({ row, bytes, document_hash }) => ({
    code_number: row.invoice_number,
    bytes,
    document_hash,
  })),
})

const FACTS = [
  'attempts.id',
  'attempts.submission_id',
  'attempts.document_id',
  'attempts.sender_entity_id',
  'attempts.revision',
  'attempts.invoice_type',
  'attempts.code_number',
  'attempts.total_payable_amount',
  'attempts.document_hash',
  'attempts.issued_at',
  'attempts.state',
  'attempts.authority_uuid',
  'attempts.answered_at',
  'attempts.answer',
  'attempts.asked_count',
  'attempts.resend_count',
  'attempts.resent_at',
  'attempts.heard_at',
  'submissions.intended_at',
] as const

const facts = (handle: Db | Tx) =>
  on(handle)
    .selectFrom('attempts')
    .innerJoin('submissions', 'submissions.id', 'attempts.submission_id')
    .select(FACTS)

export const readAttempt = (handle: Db | Tx, id: string): Promise<AttemptRow | undefined> =>
  facts(handle).where('attempts.id', '=', id).executeTakeFirst()

/** Where a submission went: it is asked about there, wherever the company sends to by now. */
export const environmentOf = async (handle: Db | Tx, submission_id: string): Promise<Environment> => {
  const sent = on(handle).selectFrom('submissions').where('id', '=', submission_id).select('environment')
  return (await sent.executeTakeFirstOrThrow()).environment
}

export const readBytes = async (handle: Db | Tx, id: string): Promise<Buffer> => {
  const row = await on(handle)
    .selectFrom('attempts')
    .where('id', '=', id)
    .select('bytes')
    .executeTakeFirstOrThrow()
  return row.bytes
}

/** Changes what is counted of an attempt, nothing that the authority said. */
export const updateAttempt = (
  tx: Tx,
  id: string,
  patch: Pick<Updateable<AttemptTable>, 'asked_count' | 'resent_at' | 'heard_at'>,
) => on(tx).updateTable('attempts').set(patch).where('id', '=', id).execute()

type Answered = Pick<Updateable<AttemptTable>, 'state' | 'authority_uuid' | 'answered_at' | 'answer'>

/** Writes what the authority said about an attempt, and keeps it as evidence. */
export const answerAttempt = async (tx: Tx, id: string, patch: Answered, now: Date) => {
  await on(tx).updateTable('attempts').set(patch).where('id', '=', id).execute()
  await keepAnswers(tx, 'attempt', { ids: [id], now })
}

/** Counted in the row itself: two runs of the resolve job may overlap. */
export const countResend = (tx: Tx, id: string, by: 1 | -1) =>
  on(tx)
    .updateTable('attempts')
    .set((eb) => ({ resend_count: eb('resend_count', '+', by) }))
    .where('id', '=', id)
    .execute()

export const openAttempt = (
  handle: Db | Tx,
  document_id: string,
  revision: number,
): Promise<AttemptRow | undefined> =>
  facts(handle)
    .where('attempts.document_id', '=', document_id)
    .where('attempts.revision', '=', revision)
    .where('attempts.state', 'in', ['intent', 'accepted', 'unclear'])
    .executeTakeFirst()

const SHOWN_MAX = 100

/** The newest copies of a document with what became of them, in the order in which they were sent: the evidence. */
export const attemptsOf = async (db: Db, document_id: string) => {
  const newest = await on(db)
    .selectFrom('attempts')
    .innerJoin('submissions', 'submissions.id', 'attempts.submission_id')
    .where('attempts.document_id', '=', document_id)
    .orderBy('attempts.issued_at', 'desc')
    .orderBy('submissions.intended_at', 'desc')
    .limit(SHOWN_MAX)
    .select([
      'attempts.id',
      'attempts.submission_id',
      'attempts.code_number',
      'attempts.state',
      'attempts.document_hash',
      'attempts.issued_at',
      'attempts.answered_at',
      'attempts.authority_uuid',
      'attempts.heard_at',
      'submissions.intended_at',
      'submissions.submission_uid',
      'submissions.correlation_id',
      sql<string>`COALESCE(NULLIF(attempts.answer, ''), submissions.answer)`.as('answer'),
    ])
    .execute()
  return newest.reverse()
}

export const attemptsOfSubmission = (handle: Db | Tx, submission_id: string): Promise<AttemptRow[]> =>
  facts(handle).where('attempts.submission_id', '=', submission_id).orderBy('attempts.document_id').execute()

/** The ids of its documents. */
export const documentsOfSubmission = (tx: Tx, submission_id: string) =>
  on(tx)
    .selectFrom('attempts')
    .where('submission_id', '=', submission_id)
    .select(['document_id', 'sender_entity_id'])
    .execute()

/** One statement for all that were accepted. The answer is the same for all and stands with their submission. */
export const markAccepted = async (
  tx: Tx,
  accepted: readonly { attempt: AttemptRow; authority_uuid: string }[],
  answered_at: Date,
) => {
  const ids = accepted.map((one) => one.attempt.id)
  await sql`
    UPDATE attempts AS a SET state = 'accepted', authority_uuid = w.authority_uuid,
      answered_at = ${answered_at}, answer = ''
    FROM unnest(${ids}::uuid[], ${accepted.map((one) => one.authority_uuid)}::text[])
      AS w(id, authority_uuid)
    WHERE a.id = w.id ${PREPARED}`.execute(tx)
  await keepAnswers(tx, 'attempt', { ids, now: answered_at })
}

/** Behind every other: as small as a priority can be. */
const LAST = -2_147_483_648

/**
 * The resolve job of an unclear attempt, `pause_ms` from now. The oldest attempt goes first: after an outage it is the
 * one whose time for a resend runs out. What is `late`, so that it is never sent again, goes behind all of these.
 */
export const askLater = (
  tx: Tx,
  { id, issued_at }: Pick<AttemptRow, 'id' | 'issued_at'>,
  { pause_ms, late = false }: { pause_ms: number; late?: boolean },
) => {
  const priority = late ? LAST : -Math.floor(issued_at.getTime() / 1000)
  return enqueue(
    tx,
    resolveJob,
    { attempt_id: id },
    { singleton_key: id, start_after_ms: pause_ms, priority },
  )
}

/** The resolve job comes with the state `unclear`, in the same transaction. */
export const markUnclear = async (
  tx: Tx,
  attempt: AttemptRow,
  patch: { answered_at: Date; answer: string },
  ask_after_ms: number,
) => {
  await answerAttempt(tx, attempt.id, { ...patch, state: 'unclear' }, patch.answered_at)
  await askLater(tx, attempt, { pause_ms: ask_after_ms })
}
