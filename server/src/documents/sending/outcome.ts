import { isSelfBilled } from '#domain/documents/document.ts'
import { cutText } from '#domain/text/cut.ts'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Lease } from '../../platform/db/lease.ts'
import { readSetting } from '../../settings/read.ts'
import { type Actor, AUTHORITY, SYSTEM, transition, transitionMany } from '../life/transition.ts'
import { keepAnswers } from '../store/answers.ts'
import { type LockedState, lockForJob, lockManyForJob } from '../store/rows.ts'
import { type AttemptState, on } from '../store/tables.ts'
import {
  type AttemptRow,
  answerAttempt,
  attemptsOfSubmission,
  documentsOfSubmission,
  markAccepted,
  markUnclear,
} from './attempts.ts'

const ANSWER_LENGTH_MAX = 4000

/** What the answer means for one document of the submission. */
type Fate =
  | { state: 'accepted'; authority_uuid: string; submission_uid: string }
  | { state: 'refused'; why: string; alone: boolean }
  | { state: 'unclear'; why: string }
  | { state: 'not_sent'; why: string; hold: boolean }

type Judged = { attempt: AttemptRow; document: LockedState; fate: Fate }

/**
 * Stores the answer to a submission in one transaction: the evidence, and each document's next step. A batch
 * that was refused as a whole leaves its documents Approved, to be sent one by one. What the authority said is stored
 * whoever holds the slot by now, also where that called the answer lost; that it said nothing, only by whom it is
 * `held`. `unsure`: it may be stored already, and then it stays as it is. Throws `lease_lost`.
 */
export const recordOutcome = async (
  db: Db,
  { id, answer, held, unsure = false }: Answered & { held?: Lease; unsure?: boolean },
  now: Date,
): Promise<void> => {
  const [ask_after_ms = 0] = await readSetting(db, 'submission.ask_after_ms')
  await inTransaction(db, async (tx) => {
    await held?.demandIn(tx)
    if (unsure && (await isStored(tx, { id, answer }))) return
    await storeOutcome(tx, { id, answer }, { now, ask_after_ms })
  })
}

type Answered = { id: string; answer: SubmitAnswer }

/** The same within a transaction of the caller's; a lost answer is asked for after so long, ms. */
export const storeOutcome = async (
  tx: Tx,
  { id, answer }: Answered,
  { now, ask_after_ms }: { now: Date; ask_after_ms: number },
): Promise<void> => {
  await recordSubmission(tx, id, answer, now)
  const sent = await documentsOfSubmission(tx, id)
  const ids = sent.map(({ document_id }) => document_id)
  const documents = await lockManyForJob(tx, ids, sent[0]?.sender_entity_id)
  // Read under the locks: without its lease a sender may have been taken for dead meanwhile.
  const attempts = await attemptsOfSubmission(tx, id)
  const judged = attempts.flatMap((attempt): Judged[] => {
    const document = documents.get(attempt.document_id)
    return document ? [{ attempt, document, fate: fateOf(answer, attempt, attempts) }] : []
  })
  const text = cutText(textOf(answer), ANSWER_LENGTH_MAX)
  await applyAccepted(tx, judged, now)
  for (const one of judged) await applyOther(tx, one, { now, text, ask_after_ms })
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
        return {
          state: 'refused',
          why: explain(refusal.reasons, answer.correlation_id, isSelfBilled(attempt.invoice_type)),
          alone: true,
        }
      }
      return { state: 'unclear', why: 'The authority’s answer does not say what became of this document.' }
    }
    case 'refused':
      return {
        state: 'refused',
        why: explain(answer.reasons, answer.correlation_id, isSelfBilled(attempt.invoice_type)),
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

/** Accepted documents of one status move together; after a lost lease some may be Outcome Unknown already. */
const applyAccepted = async (tx: Tx, judged: readonly Judged[], now: Date) => {
  const accepted = judged.flatMap(({ attempt, document, fate }) =>
    fate.state === 'accepted' ? [{ attempt, document, ...fate }] : [],
  )
  if (accepted.length === 0) return
  await markAccepted(tx, accepted, now)
  for (const status of ['Approved', 'Outcome Unknown'] as const) {
    const moved = accepted.filter(
      ({ document, attempt }) => document.status === status && document.revision === attempt.revision,
    )
    const facts = moved.map(({ document, authority_uuid, submission_uid }) => ({
      document,
      facts: { authority_uuid, submission_uid, submitted_at: now },
    }))
    await transitionMany(tx, facts, { event: 'accept', actor: AUTHORITY, why: RECEIVED, now })
  }
}

type Evidence = { now: Date; text: string; ask_after_ms: number }

const applyOther = async (
  tx: Tx,
  { attempt, document, fate }: Judged,
  { now, text, ask_after_ms }: Evidence,
) => {
  if (fate.state === 'accepted') return
  if (attempt.state !== 'intent') return applyLate(tx, { attempt, document, fate }, { now, text })
  const evidence = { answered_at: now, answer: cutText(`${fate.why}\n${text}`, ANSWER_LENGTH_MAX) }
  const still = document.revision === attempt.revision && document.status === 'Approved'
  const move = (event: 'refuse' | 'lose_answer' | 'hold', actor: Actor, why: string) =>
    still ? transition(tx, document, { event, actor, why, now }) : undefined
  switch (fate.state) {
    case 'refused':
      await answerAttempt(tx, attempt.id, { ...evidence, state: 'refused' }, now)
      if (fate.alone) await move('refuse', AUTHORITY, fate.why)
      return
    case 'unclear': {
      // Counted from the sending: after a minute of silence the time to ask has come.
      const waited_ms = now.getTime() - attempt.intended_at.getTime()
      await markUnclear(tx, attempt, evidence, Math.max(ask_after_ms - waited_ms, 0))
      await move('lose_answer', SYSTEM, unknown(fate.why))
      return
    }
    case 'not_sent':
      await answerAttempt(tx, attempt.id, { ...evidence, state: 'not_sent' }, now)
      if (fate.hold) await move('hold', SYSTEM, fate.why)
      return
    default:
      fate satisfies never
  }
}

type Late = { attempt: AttemptRow; document: LockedState; fate: Exclude<Fate, { state: 'accepted' }> }

/**
 * The answer was called lost since the sender's lease was, and is being asked about. What it says still holds, unless
 * the bytes were sent once more meanwhile (counted under the document's lock): then only the asking says what became of
 * them.
 */
const applyLate = async (
  tx: Tx,
  { attempt, document, fate }: Late,
  { now, text }: Pick<Evidence, 'now' | 'text'>,
): Promise<void> => {
  const answer = cutText(`${attempt.answer}\nAn answer came late: ${fate.why}\n${text}`, ANSWER_LENGTH_MAX)
  const sent_once = attempt.state === 'unclear' && attempt.resend_count === 0
  if (!sent_once || fate.state === 'unclear') return answerAttempt(tx, attempt.id, { answer }, now)
  await answerAttempt(tx, attempt.id, { state: fate.state, answered_at: now, answer }, now)
  if (document.status !== 'Outcome Unknown' || document.revision !== attempt.revision) return
  await transition(tx, document, { event: 'prove_not_arrived', actor: SYSTEM, why: CAME_LATE, now })
  const proved = await lockForJob(tx, document)
  if (!proved) return
  const { why } = fate
  if (fate.state === 'refused' && fate.alone)
    await transition(tx, proved, { event: 'refuse', actor: AUTHORITY, why, now })
  if (fate.state === 'not_sent' && fate.hold)
    await transition(tx, proved, { event: 'hold', actor: SYSTEM, why, now })
}

const CAME_LATE = 'The answer to the sending came late: LHDN did not take this document.'

export const RECEIVED = 'Received by LHDN; validation is under way.'

export const recordAccepted = (
  tx: Tx,
  document: LockedState,
  { authority_uuid, submission_uid }: { authority_uuid: string; submission_uid: string },
  now: Date,
) =>
  transition(tx, document, {
    event: 'accept',
    actor: AUTHORITY,
    why: RECEIVED,
    now,
    patch: { authority_uuid, submission_uid, submitted_at: now },
  })

const unknown = (why: string) =>
  `${why} It is not known whether LHDN received the document. ` +
  'Lulus asks by itself for two hours, longer while LHDN is silent; after two hours an approver may decide.'

const STATE: Record<SubmitAnswer['kind'], AttemptState> = {
  accepted: 'accepted',
  refused: 'refused',
  duplicate: 'unclear',
  unclear: 'unclear',
  unavailable: 'not_sent',
}

const textOf = (answer: SubmitAnswer) => ('text' in answer ? answer.text : answer.why)

/** So is what answers nothing, since the intent itself was rolled back. */
const isStored = async (tx: Tx, { id, answer }: Answered): Promise<boolean> => {
  const submission = await on(tx)
    .selectFrom('submissions')
    .where('id', '=', id)
    .select(['state', 'answer'])
    .forUpdate()
    .executeTakeFirst()
  if (!submission) return true
  const { state, answer: text } = submission
  return state === STATE[answer.kind] && text === cutText(textOf(answer), ANSWER_LENGTH_MAX)
}

const recordSubmission = async (tx: Tx, id: string, answer: SubmitAnswer, now: Date) => {
  await on(tx)
    .updateTable('submissions')
    .set({
      state: STATE[answer.kind],
      answered_at: now,
      answer: cutText(textOf(answer), ANSWER_LENGTH_MAX),
      ...('correlation_id' in answer && { correlation_id: answer.correlation_id }),
      ...('status' in answer && { http_status: answer.status }),
      ...(answer.kind === 'accepted' && { submission_uid: answer.submission_uid, http_status: 202 }),
    })
    .where('id', '=', id)
    .execute()
  await keepAnswers(tx, 'submission', { ids: [id], now })
}

/** The lost answer of a worker that died between sending and storing. */
export const LOST: SubmitAnswer = {
  kind: 'unclear',
  why: 'The connection to LHDN was lost while sending.',
  correlation_id: '',
  text: '',
}
