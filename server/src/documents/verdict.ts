import { formatInstant } from '#domain/time/dates.ts'
import type { DetailFacts, Reason, SummaryFacts } from '../authority/answers.ts'
import { explain } from '../authority/sentences.ts'
import { inTransaction } from '../platform/db/database.ts'
import { openAttempt, updateAttempt } from './attempts.ts'
import type { Engine, Secrets } from './engine.ts'
import { type DocumentRow, lockForJob } from './rows.ts'
import { AUTHORITY, transition } from './transition.ts'

/** Codes of "this is a second copy of another document" (reference: duplicate detection). */
const DUPLICATE_CODES = new Set(['DV302', 'DS302'])
const AUTHORITY_UUID = /\b[0-9A-Z]{26}\b/g

/** Moves a submitted document to its verdict. False while there is none, or none that can be told. */
export const storeVerdict = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
  facts: SummaryFacts,
): Promise<boolean> => {
  if (facts.status === 'valid' || facts.status === 'cancelled') return storeValid(engine, document, facts)
  if (facts.status !== 'invalid') return false
  const details = await engine.authority.details(secrets, facts.uuid)
  if (details.kind !== 'answered') return false
  const reasons = invalidReasons(details.value)
  const original = await originalOfResend(engine, secrets, document, reasons)
  if (original === 'unclear') return false
  if (original) return storeValid(engine, document, original)
  const why = explain(reasons, details.correlation_id)
  return move(engine, document, { event: 'invalidate', why, patch: {} })
}

const storeValid = (engine: Engine, document: DocumentRow, facts: SummaryFacts): Promise<boolean> => {
  const validated_at = facts.validated_at ?? engine.clock.now()
  return move(engine, document, {
    event: 'validate',
    why: `Valid: accepted by LHDN on ${formatInstant(validated_at)}.`,
    patch: {
      authority_uuid: facts.uuid,
      long_id: facts.long_id,
      validated_at,
      ...(facts.submission_uid && { submission_uid: facts.submission_uid }),
    },
  })
}

const invalidReasons = (details: DetailFacts): Reason[] =>
  details.steps.filter((step) => step.status === 'invalid').flatMap((step) => step.reasons)

/**
 * A copy that we sent once more and that came back as a duplicate: the first one is the document. Only for
 * attempts which were resent; any other duplicate is somebody's second document and stays invalid.
 */
const originalOfResend = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
  reasons: readonly Reason[],
): Promise<SummaryFacts | 'unclear' | undefined> => {
  const attempt = await openAttempt(engine.db, document.id, document.revision)
  const duplicate = reasons.find((reason) => DUPLICATE_CODES.has(reason.code))
  if (!attempt || attempt.resend_count === 0 || !duplicate) return undefined
  for (const uuid of duplicate.message.match(AUTHORITY_UUID) ?? []) {
    if (uuid === document.authority_uuid) continue
    const answer = await engine.authority.details(secrets, uuid)
    if (answer.kind === 'unclear' || answer.kind === 'unavailable') return 'unclear'
    if (answer.kind !== 'answered' || answer.value.number !== document.invoice_number) continue
    if (answer.value.status === 'submitted' || answer.value.status === 'unknown') return 'unclear'
    if (answer.value.status !== 'invalid') return answer.value
  }
  return undefined
}

type VerdictMove = {
  event: 'validate' | 'invalidate'
  why: string
  patch: Partial<Pick<DocumentRow, 'authority_uuid' | 'long_id' | 'validated_at' | 'submission_uid'>>
}

const move = async (
  engine: Engine,
  document: DocumentRow,
  { event, why, patch }: VerdictMove,
): Promise<boolean> => {
  const moved = await inTransaction(engine.db, async (tx) => {
    const locked = await lockForJob(tx, document.id)
    if (locked?.status !== 'Submitted' || locked.revision !== document.revision) return true
    const attempt = await openAttempt(tx, document.id, document.revision)
    if (attempt && patch.authority_uuid)
      await updateAttempt(tx, attempt.id, { authority_uuid: patch.authority_uuid })
    // An invalid document may be edited and sent anew; a further copy of this revision may not.
    await transition(tx, locked, { event, actor: AUTHORITY, why, now: engine.clock.now(), patch })
    return true
  })
  await engine.step('poll: verdict stored')
  return moved
}
