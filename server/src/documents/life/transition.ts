import { type RawBuilder, sql, type Updateable } from 'kysely'
import { SERVER_NAME } from '#domain/access/caller.ts'
import { AWAITS_CANCELLATION } from '#domain/access/policy.ts'
import { type LifecycleEvent, next, type Status } from '#domain/documents/lifecycle.ts'
import { conflict } from '#domain/problems.ts'
import { seal } from '../../evidence/seal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { tell } from '../../platform/facts/tell.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { documentsMoved, documentsNoted, MOVES_MAX } from '../store/facts.ts'
import { sendJob } from '../store/jobs.ts'
import { historyRecords } from '../store/records.ts'
import type { DocumentRow, DocumentState, LockedState } from '../store/rows.ts'
import { type DocumentTable, on } from '../store/tables.ts'
import { awaitVerdict, keyOf, questionOf } from './await-verdict.ts'

export type Actor = { actor_id: string | null; actor_name: string }

/** Steps that no person takes. */
export const SYSTEM: Actor = { actor_id: null, actor_name: SERVER_NAME }
export const AUTHORITY: Actor = { actor_id: null, actor_name: 'LHDN' }

type Step = {
  event: LifecycleEvent
  actor: Actor
  /** The reason, readable by a person; it becomes `status_message` too. */
  why: string
  now: Date
}

/** `patch`: columns that change together with the status. An approval signs the hash that the row has. */
export type Move = Step & {
  patch?: Omit<Updateable<DocumentTable>, 'status' | 'status_message' | 'modified_at' | 'approved_hash'> & {
    approved_hash?: RawBuilder<string> | null
  }
}

/**
 * The only writer of `status` (decisions.md §3): checks the step, writes the row, the history event and the
 * follow-up job in the caller's transaction. Throws conflict `wrong_status` when the step is not allowed.
 */
export const transition = async (tx: Tx, document: LockedState, move: Move): Promise<DocumentRow> => {
  const to = target(document, move.event)
  const row = await on(tx)
    .updateTable('documents')
    .set({ ...move.patch, status: to, status_message: move.why, modified_at: move.now })
    .where('id', '=', document.id)
    .where('sender_entity_id', '=', document.sender_entity_id)
    .where('status', '=', document.status)
    .where('revision', '=', document.revision)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('changed_meanwhile', 'The document was changed by someone else. Load it again.')
  await record(tx, [row], move, document.status)
  await followUp(tx, [row])
  return row
}

/**
 * The same step for many documents of one status, in as few statements as for one. What follows upon it is the
 * caller's matter. Throws like `transition`, and then nothing of it was written.
 */
export const transitionAlike = async (
  tx: Tx,
  documents: readonly LockedState[],
  move: Move,
): Promise<void> => {
  const [first] = documents
  if (!first) return
  const to = target(first, move.event)
  // One of them may not go although the others may.
  for (const document of documents) target(document, move.event)
  const { numUpdatedRows } = await on(tx)
    .updateTable('documents')
    .set({ ...move.patch, status: to, status_message: move.why, modified_at: move.now })
    .where(sql<boolean>`id = ANY(${documents.map(({ id }) => id)}::uuid[])`)
    .where('status', '=', first.status)
    .executeTakeFirst()
  if (numUpdatedRows !== BigInt(documents.length))
    throw conflict('changed_meanwhile', 'A document was changed by someone else.')
  const rows = documents.map((document) => ({ ...document, status: to }))
  await record(tx, rows, move, first.status)
}

/** What the authority told about one document of many. */
export type AuthorityFacts = {
  authority_uuid: string
  submission_uid: string
  long_id?: string
  submitted_at?: Date
  validated_at?: Date
}

/**
 * The same step for many documents of one company and status, each with the authority's facts about it: three
 * statements however many there are. Throws like `transition`, and then nothing of it was written.
 */
export const transitionMany = async (
  tx: Tx,
  documents: readonly { document: LockedState; facts: AuthorityFacts }[],
  step: Step,
): Promise<void> => {
  const [first] = documents
  if (!first) return
  const from = first.document.status
  const to = target(first.document, step.event)
  const wanted = documents.map(({ document, facts }) => ({
    id: document.id,
    revision: document.revision,
    ...facts,
  }))
  const { numAffectedRows } = await sql`
    UPDATE documents AS d SET
      status = ${to}, status_message = ${step.why}, modified_at = ${step.now},
      authority_uuid = w.authority_uuid, submission_uid = w.submission_uid,
      long_id = COALESCE(w.long_id, d.long_id),
      submitted_at = COALESCE(w.submitted_at, d.submitted_at),
      validated_at = COALESCE(w.validated_at, d.validated_at)
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(
      id uuid, revision integer, authority_uuid text, submission_uid text, long_id text,
      submitted_at timestamptz, validated_at timestamptz)
    WHERE d.id = w.id AND d.revision = w.revision AND d.status = ${from}
      AND d.sender_entity_id = ${first.document.sender_entity_id} ${PREPARED}`.execute(tx)
  if (numAffectedRows !== BigInt(documents.length))
    throw conflict('changed_meanwhile', 'A document was changed by someone else.')
  const rows = documents.map(({ document, facts }) => ({ ...document, ...facts, status: to }))
  await record(tx, rows, step, from)
  await followUp(tx, rows)
}

const target = (document: LockedState, event: LifecycleEvent): Status => {
  const to = next(document.status, event)
  if (!to) throw conflict('wrong_status', `The document is ${document.status}; this is no longer possible.`)
  // What may be sent was approved, and never two documents where one replaces the other.
  if (to === 'Approved' && document.awaits_cancellation)
    throw conflict('awaits_cancellation', AWAITS_CANCELLATION)
  return to
}

type Recorded = Omit<Step, 'event'> & { event: LifecycleEvent | 'create' | 'correct' }

const record = async (tx: Tx, rows: readonly DocumentState[], step: Recorded, from: Status | '') => {
  const ids = await writeHistory(tx, rows, step, () => from)
  for (let told = 0; told < rows.length; told += MOVES_MAX) {
    const moved = rows.slice(told, told + MOVES_MAX)
    await tell(tx, documentsMoved, {
      history_ids: moved.flatMap(({ id }) => ids.get(id) ?? []),
      store_code_ids: [...new Set(moved.map(({ store_code_id }) => store_code_id))],
    })
  }
}

/** A line of the history of a document whose status stays: it corrects another one, or is corrected. */
export const noteCorrection = async (tx: Tx, row: DocumentState, step: Omit<Step, 'event'>) => {
  await writeHistory(tx, [row], { ...step, event: 'correct' }, ({ status }) => status)
  await tell(tx, documentsNoted, { document_ids: [row.id], store_code_ids: [row.store_code_id] })
}

const HISTORY_COLUMNS = sql.raw(
  'document_id, sender_entity_id, at, actor_id, actor_name, event, from_status, to_status, why, revision, content_hash',
)

const writeHistory = async (
  tx: Tx,
  rows: readonly DocumentState[],
  step: Recorded,
  from: (row: DocumentState) => Status | '',
): Promise<ReadonlyMap<string, string>> => {
  const lines = rows.map((row) => ({
    document_id: row.id,
    sender_entity_id: row.sender_entity_id,
    at: step.now,
    actor_id: step.actor.actor_id,
    actor_name: step.actor.actor_name,
    event: step.event,
    from_status: from(row),
    to_status: row.status,
    why: step.why,
    revision: row.revision,
    content_hash: row.content_hash,
  }))
  // One text, however many lines: the same statement for all, which is read once.
  const { rows: written } = await sql<{ id: string; document_id: string }>`
    INSERT INTO document_history (${HISTORY_COLUMNS})
    SELECT ${HISTORY_COLUMNS} FROM json_populate_recordset(NULL::document_history, ${JSON.stringify(lines)}::json)
    RETURNING id, document_id ${PREPARED}`.execute(tx)
  const ids = new Map(written.map(({ id, document_id }) => [document_id, id]))
  await seal(
    tx,
    historyRecords,
    lines.map((line) => ({ ...line, id: ids.get(line.document_id) })),
    step.now,
  )
  return ids
}

/** The first line of the history of each of these documents. */
export const recordCreation = (tx: Tx, rows: readonly DocumentState[], actor: Actor, now: Date) =>
  record(tx, rows, { event: 'create', actor, why: '', now }, '')

/** What a status calls for. Resolving a lost answer needs the attempt's id and is enqueued where that is known. */
const followUp = async (tx: Tx, rows: readonly DocumentState[]) => {
  const polled = new Set<string>()
  for (const row of rows) {
    const { id, status, sender_entity_id, lane } = row
    if (status === 'Approved') await enqueue(tx, sendJob, { sender_entity_id, lane }, { singleton_key: id })
    const question = questionOf(row)
    if (status !== 'Submitted' || polled.has(keyOf(question))) continue
    polled.add(keyOf(question))
    await awaitVerdict(tx, question)
  }
}
