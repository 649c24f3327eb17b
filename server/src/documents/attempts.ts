import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { resolveJob } from './jobs.ts'
import type { Prepared } from './prepare.ts'
import { lockForJob } from './rows.ts'
import { type AttemptTable, on } from './tables.ts'

export type AttemptRow = Omit<Selectable<AttemptTable>, 'bytes'>

/** The intended submission with its attempts, in the order in which the documents are sent. */
export type Intent = { submission_id: string; attempts: { id: string; prepared: Prepared }[] }

/**
 * Stores what is about to be sent: exact bytes, hash, batch (decisions.md §4). Documents that are no longer
 * Approved, or changed since they were read, are left out; undefined when none remains.
 */
export const storeIntent = async (
  tx: Tx,
  batch: readonly Prepared[],
  now: Date,
): Promise<Intent | undefined> => {
  const current: Prepared[] = []
  for (const prepared of [...batch].sort((a, b) => (a.row.id < b.row.id ? -1 : 1))) {
    const row = await lockForJob(tx, prepared.row.id)
    if (row?.status === 'Approved' && row.revision === prepared.row.revision) current.push(prepared)
  }
  const first = current[0]
  if (!first) return undefined
  const { sender_entity_id, environment } = first.row
  const { id: submission_id } = await on(tx)
    .insertInto('submissions')
    .values({ sender_entity_id, environment, state: 'intent', intended_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const inserted = await on(tx)
    .insertInto('attempts')
    .values(current.map((prepared) => intended(submission_id, prepared)))
    .returning(['id', 'document_id'])
    .execute()
  const byDocument = new Map(inserted.map((attempt) => [attempt.document_id, attempt.id]))
  const attempts = current.map((prepared) => ({ id: byDocument.get(prepared.row.id) ?? '', prepared }))
  return { submission_id, attempts }
}

const intended = (submission_id: string, { row, bytes, document_hash, issued_at }: Prepared) => ({
  submission_id,
  document_id: row.id,
  sender_entity_id: row.sender_entity_id,
  revision: row.revision,
  invoice_type: row.invoice_type,
  code_number: row.invoice_number,
  total_payable_amount: row.total_payable_amount,
  bytes,
  document_hash,
  issued_at,
  state: 'intent' as const,
})

const FACTS = [
  'id',
  'submission_id',
  'document_id',
  'sender_entity_id',
  'revision',
  'invoice_type',
  'code_number',
  'total_payable_amount',
  'document_hash',
  'issued_at',
  'state',
  'authority_uuid',
  'answered_at',
  'answer',
  'asked_count',
  'resend_count',
  'resent_at',
] as const

export const readAttempt = (handle: Db | Tx, id: string): Promise<AttemptRow | undefined> =>
  on(handle).selectFrom('attempts').where('id', '=', id).select(FACTS).executeTakeFirst()

export const readBytes = async (handle: Db | Tx, id: string): Promise<Buffer> => {
  const row = await on(handle)
    .selectFrom('attempts')
    .where('id', '=', id)
    .select('bytes')
    .executeTakeFirstOrThrow()
  return row.bytes
}

export const updateAttempt = (tx: Tx, id: string, patch: Updateable<AttemptTable>) =>
  on(tx).updateTable('attempts').set(patch).where('id', '=', id).execute()

export const openAttempt = (
  handle: Db | Tx,
  document_id: string,
  revision: number,
): Promise<AttemptRow | undefined> =>
  on(handle)
    .selectFrom('attempts')
    .where('document_id', '=', document_id)
    .where('revision', '=', revision)
    .where('state', 'in', ['intent', 'accepted', 'unclear'])
    .select(FACTS)
    .executeTakeFirst()

/** All copies ever intended for a document with what became of them, oldest first: the evidence. */
export const attemptsOf = (db: Db, document_id: string) =>
  on(db)
    .selectFrom('attempts')
    .innerJoin('submissions', 'submissions.id', 'attempts.submission_id')
    .where('attempts.document_id', '=', document_id)
    .orderBy('attempts.issued_at')
    .limit(100)
    .select([
      'attempts.id',
      'attempts.state',
      'attempts.document_hash',
      'attempts.issued_at',
      'attempts.answered_at',
      'attempts.authority_uuid',
      'attempts.answer',
      'submissions.intended_at',
      'submissions.submission_uid',
      'submissions.correlation_id',
    ])
    .execute()

/** Intents whose worker died: nobody else holds the lease, so nobody will store their outcome. */
export const orphanedIntents = (db: Db, sender_entity_id: string) =>
  on(db)
    .selectFrom('submissions')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('state', '=', 'intent')
    .select('id')
    .execute()

export const attemptsOfSubmission = (handle: Db | Tx, submission_id: string): Promise<AttemptRow[]> =>
  on(handle)
    .selectFrom('attempts')
    .where('submission_id', '=', submission_id)
    .orderBy('document_id')
    .select(FACTS)
    .execute()

/** The resolve job comes with the state `unclear`, in the same transaction. */
export const markUnclear = async (
  tx: Tx,
  attempt_id: string,
  patch: { answered_at: Date; answer: string },
  ask_after_ms: number,
) => {
  await updateAttempt(tx, attempt_id, { ...patch, state: 'unclear' })
  await enqueue(tx, resolveJob, { attempt_id }, { singleton_key: attempt_id, start_after_ms: ask_after_ms })
}
