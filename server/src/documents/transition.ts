import type { Updateable } from 'kysely'
import { type LifecycleEvent, next, type Status } from '#domain/documents/lifecycle.ts'
import { conflict } from '#domain/problems.ts'
import type { Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { pollJob, sendJob } from './jobs.ts'
import type { DocumentRow, LockedDocument } from './rows.ts'
import { type DocumentTable, on } from './tables.ts'

export type Actor = { actor_id: string | null; actor_name: string }

/** Steps that no person takes. */
export const SYSTEM: Actor = { actor_id: null, actor_name: 'Lulus' }
export const AUTHORITY: Actor = { actor_id: null, actor_name: 'LHDN' }

export type Move = {
  event: LifecycleEvent
  actor: Actor
  /** The reason, readable by a person; it becomes `status_message` too. */
  why: string
  now: Date
  /** Columns that change together with the status. */
  patch?: Omit<Updateable<DocumentTable>, 'status' | 'status_message' | 'modified_at' | 'content'> & {
    content?: string
  }
}

/**
 * The only writer of `status` (decisions.md §3): checks the step, writes the row, the history event and the
 * follow-up job in the caller's transaction. Throws conflict `wrong_status` when the step is not allowed.
 */
export const transition = async (tx: Tx, document: LockedDocument, move: Move): Promise<DocumentRow> => {
  const to = next(document.status, move.event)
  if (!to) throw conflict('wrong_status', `The document is ${document.status}; this is no longer possible.`)
  const row = await on(tx)
    .updateTable('documents')
    .set({ ...move.patch, status: to, status_message: move.why, modified_at: move.now })
    .where('id', '=', document.id)
    .where('status', '=', document.status)
    .where('revision', '=', document.revision)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw conflict('changed_meanwhile', 'The document was changed by someone else. Load it again.')
  await record(tx, row, { ...move, from: document.status, to })
  await followUp(tx, row)
  return row
}

type Recorded = Pick<Move, 'event' | 'actor' | 'why' | 'now'> & { from: Status | ''; to: Status }

const record = (tx: Tx, row: DocumentRow, step: Recorded) =>
  on(tx)
    .insertInto('document_history')
    .values({
      document_id: row.id,
      sender_entity_id: row.sender_entity_id,
      at: step.now,
      actor_id: step.actor.actor_id,
      actor_name: step.actor.actor_name,
      event: step.event,
      from_status: step.from,
      to_status: step.to,
      why: step.why,
      revision: row.revision,
      content_hash: row.content_hash,
    })
    .execute()

/** The first line of a document's history. */
export const recordCreation = (tx: Tx, row: DocumentRow, actor: Actor, now: Date) =>
  on(tx)
    .insertInto('document_history')
    .values({
      document_id: row.id,
      sender_entity_id: row.sender_entity_id,
      at: now,
      actor_id: actor.actor_id,
      actor_name: actor.actor_name,
      event: 'create',
      from_status: '',
      to_status: row.status,
      why: '',
      revision: row.revision,
      content_hash: row.content_hash,
    })
    .execute()

/** What a status calls for. Resolving a lost answer needs the attempt's id and is enqueued where that is known. */
const followUp = async (tx: Tx, row: DocumentRow) => {
  const { sender_entity_id, submission_uid } = row
  if (row.status === 'Approved') await enqueue(tx, sendJob, { sender_entity_id }, { singleton_key: row.id })
  if (row.status === 'Submitted' && submission_uid) {
    await enqueue(tx, pollJob, { sender_entity_id, submission_uid }, { singleton_key: submission_uid })
  }
}
