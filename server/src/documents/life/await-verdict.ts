import type { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { pollJob } from '../store/jobs.ts'
import type { DocumentRow } from '../store/rows.ts'

/** What the authority is asked for, to learn of a verdict. */
export type Question = z.output<typeof pollJob.payload>

type Asking = Pick<DocumentRow, 'sender_entity_id' | 'submission_uid' | 'authority_uuid'>

/** All of a submission are asked about at once. A document that was found in an answer without one is by itself. */
export const questionOf = ({ sender_entity_id, submission_uid, authority_uuid }: Asking): Question =>
  submission_uid
    ? { sender_entity_id, submission_uid }
    : { sender_entity_id, submission_uid: '', authority_uuid: authority_uuid ?? '' }

/** What keeps other questions like it away. */
export const keyOf = ({ submission_uid, authority_uuid = '' }: Question): string =>
  submission_uid || authority_uuid

/** The poll job of a question, `pause_ms` from now. */
export const awaitVerdict = (tx: Tx, question: Question, pause_ms = 0) =>
  enqueue(tx, pollJob, question, { singleton_key: keyOf(question), start_after_ms: pause_ms })
