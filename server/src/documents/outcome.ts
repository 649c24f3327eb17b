import type { SubmitAnswer } from '../authority/answers.ts'
import { explain } from '../authority/sentences.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { readSetting } from '../settings/read.ts'
import { type AttemptRow, attemptsOfSubmission, markUnclear, updateAttempt } from './attempts.ts'
import { type LockedDocument, lockForJob } from './rows.ts'
import { type AttemptState, on } from './tables.ts'
import { AUTHORITY, SYSTEM, transition } from './transition.ts'

const ANSWER_LENGTH_MAX = 4000

/** What the answer means for one document of the submission. */
type Fate =
  | { state: 'accepted'; authority_uuid: string; submission_uid: string }
  | { state: 'refused'; why: string; alone: boolean }
  | { state: 'unclear'; why: string }
  | { state: 'not_sent'; why: string; hold: boolean }

/**
 * Stores the answer to a submission in one transaction: the evidence, and each document's next step. A batch
 * that was refused as a whole leaves its documents Approved, to be sent one by one.
 */
export const recordOutcome = async (
  db: Db,
  submission_id: string,
  answer: SubmitAnswer,
  now: Date,
): Promise<void> => {
  const [ask_after_ms = 0] = await readSetting(db, 'submission.ask_after_ms')
  await inTransaction(db, async (tx) => {
    const attempts = await attemptsOfSubmission(tx, submission_id)
    await recordSubmission(tx, submission_id, answer, now)
    for (const attempt of attempts) {
      const document = await lockForJob(tx, attempt.document_id)
      if (!document) continue
      const fate = fateOf(answer, attempt, attempts)
      await applyFate(tx, { attempt, document, fate, now, ask_after_ms, text: textOf(answer) })
    }
  })
}

/** Reads what one document may expect. Numbers that are foreign, missing or repeated prove nothing. */
export const fateOf = (answer: SubmitAnswer, attempt: AttemptRow, batch: readonly AttemptRow[]): Fate => {
  switch (answer.kind) {
    case 'accepted': {
      const accepted = answer.accepted.filter((one) => one.number === attempt.code_number)
      const rejected = answer.rejected.filter((one) => one.number === attempt.code_number)
      const [only] = accepted
      if (only && accepted.length === 1 && rejected.length === 0) {
        return { state: 'accepted', authority_uuid: only.uuid, submission_uid: answer.submission_uid }
      }
      const [refusal] = rejected
      if (refusal && rejected.length === 1 && accepted.length === 0) {
        return { state: 'refused', why: explain(refusal.reasons, answer.correlation_id), alone: true }
      }
      return { state: 'unclear', why: 'The authority’s answer does not say what became of this document.' }
    }
    case 'refused':
      return {
        state: 'refused',
        why: explain(answer.reasons, answer.correlation_id),
        alone: batch.length === 1,
      }
    case 'duplicate':
      return { state: 'unclear', why: 'The authority says that it has received this submission before.' }
    case 'unclear':
      return { state: 'unclear', why: answer.why }
    case 'unavailable':
      return { state: 'not_sent', why: answer.why, hold: answer.credentials_refused }
    default:
      return answer satisfies never
  }
}

type Applied = {
  attempt: AttemptRow
  document: LockedDocument
  fate: Fate
  now: Date
  ask_after_ms: number
  text: string
}

const applyFate = async (
  tx: Tx,
  { attempt, document, fate, now, ask_after_ms, text }: Applied,
): Promise<void> => {
  const answer = (fate.state === 'accepted' ? text : `${fate.why}\n${text}`).slice(0, ANSWER_LENGTH_MAX)
  const evidence = { answered_at: now, answer }
  const still = document.revision === attempt.revision
  switch (fate.state) {
    case 'accepted':
      await updateAttempt(tx, attempt.id, {
        ...evidence,
        state: 'accepted',
        authority_uuid: fate.authority_uuid,
      })
      if (still) await acceptDocument(tx, document, fate, now)
      return
    case 'refused':
      await updateAttempt(tx, attempt.id, { ...evidence, state: 'refused' })
      if (still && fate.alone)
        await transition(tx, document, { event: 'refuse', actor: AUTHORITY, why: fate.why, now })
      return
    case 'unclear':
      await markUnclear(tx, attempt.id, evidence, ask_after_ms)
      if (still)
        await transition(tx, document, { event: 'lose_answer', actor: SYSTEM, why: unknown(fate.why), now })
      return
    case 'not_sent':
      await updateAttempt(tx, attempt.id, { ...evidence, state: 'not_sent' })
      if (still && fate.hold)
        await transition(tx, document, { event: 'hold', actor: SYSTEM, why: fate.why, now })
      return
    default:
      fate satisfies never
  }
}

export const acceptDocument = (
  tx: Tx,
  document: LockedDocument,
  { authority_uuid, submission_uid }: { authority_uuid: string; submission_uid: string },
  now: Date,
) =>
  transition(tx, document, {
    event: 'accept',
    actor: AUTHORITY,
    why: 'Received by LHDN; validation is under way.',
    now,
    patch: { authority_uuid, submission_uid, submitted_at: now },
  })

const unknown = (why: string) =>
  `${why} It is not known whether LHDN received the document. Lulus is asking; nothing needs to be done, and it will not be sent twice.`

const STATE: Record<SubmitAnswer['kind'], AttemptState> = {
  accepted: 'accepted',
  refused: 'refused',
  duplicate: 'unclear',
  unclear: 'unclear',
  unavailable: 'not_sent',
}

const textOf = (answer: SubmitAnswer) => ('text' in answer ? answer.text : answer.why)

const recordSubmission = (tx: Tx, id: string, answer: SubmitAnswer, now: Date) =>
  on(tx)
    .updateTable('submissions')
    .set({
      state: STATE[answer.kind],
      answered_at: now,
      answer: textOf(answer).slice(0, ANSWER_LENGTH_MAX),
      ...('correlation_id' in answer && { correlation_id: answer.correlation_id }),
      ...('status' in answer && { http_status: answer.status }),
      ...(answer.kind === 'accepted' && { submission_uid: answer.submission_uid, http_status: 202 }),
    })
    .where('id', '=', id)
    .execute()

/** The lost answer of a worker that died between sending and storing. */
export const LOST: SubmitAnswer = {
  kind: 'unclear',
  why: 'The connection to LHDN was lost while sending.',
  correlation_id: '',
  text: '',
}
