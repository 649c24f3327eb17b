import { isSelfBilled } from '#domain/documents/document.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { DetailFacts, Reason, SummaryFacts } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { adoptCancelled } from '../cancelling/cancellations.ts'
import { AUTHORITY, transition, transitionMany } from '../life/transition.ts'
import { answerAttempt, openAttempt } from '../sending/attempts.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { type DocumentRow, type DocumentState, lockForJob, lockManyForJob } from '../store/rows.ts'
import { askEveryWay } from './ask.ts'
import { noteUntold, say } from './untold.ts'

/** Codes of "this is a second copy of another document" (reference: duplicate detection). */
const DUPLICATE_CODES = new Set(['DV302', 'DS302'])
const AUTHORITY_UUID = /\b[0-9A-Z]{26}\b/g

/** A submitted document and what the authority says of it now. */
export type Told = { document: DocumentRow; facts: SummaryFacts }

const VALID = 'Valid: accepted by LHDN.'

/**
 * Moves submitted documents to their verdicts; answers how many are settled. Those without one stay, and of these the
 * ones whose verdict is there but cannot be told apart yet, `untold`, by id.
 */
export const storeVerdicts = async (
  engine: Engine,
  secrets: Secrets,
  told: readonly Told[],
): Promise<{ settled: number; untold: string[] }> => {
  const valid = told.filter(({ facts }) => facts.status === 'valid' || facts.status === 'cancelled')
  const invalid = told.filter(({ facts }) => facts.status === 'invalid')
  if (valid.length > 0) await storeValid(engine, valid)
  const untold: string[] = []
  for (const one of invalid) if (!(await storeInvalid(engine, secrets, one))) untold.push(one.document.id)
  return { settled: valid.length + invalid.length - untold.length, untold }
}

/**
 * Many of one company at once: a bulk upload's verdicts come together. What moved meanwhile is left alone. One that was
 * cancelled before its verdict was learnt has been valid all the same: both are told, in one transaction.
 */
const storeValid = async (engine: Engine, valid: readonly Told[]): Promise<void> => {
  const now = engine.clock.now()
  await inTransaction(engine.db, async (tx) => {
    const rows = await lockManyForJob(
      tx,
      valid.map(({ document }) => document.id),
      valid[0]?.document.sender_entity_id,
    )
    const moved = valid.flatMap(({ document, facts }) => {
      const row = rows.get(document.id)
      if (row?.status !== 'Submitted' || row.revision !== document.revision) return []
      const { uuid: authority_uuid, long_id } = facts
      const submission_uid = facts.submission_uid || (row.submission_uid ?? '')
      return [
        {
          document: row,
          facts: {
            ...{ authority_uuid, submission_uid, long_id, validated_at: facts.validated_at ?? now },
            ...foundLate(document, facts),
          },
          told: facts,
        },
      ]
    })
    await adoptUuids(
      tx,
      moved.filter(({ document, facts }) => document.authority_uuid !== facts.authority_uuid),
      now,
    )
    await transitionMany(tx, moved, { event: 'validate', actor: AUTHORITY, why: VALID, now })
    for (const { document, told } of moved) {
      const row = told.status === 'cancelled' && (await lockForJob(tx, document))
      if (row) await adoptCancelled(tx, row, { status_reason: told.status_reason, now })
    }
  })
  await engine.step('poll: verdict stored')
}

/** Clocks differ, and an answer is stored a while after the authority gave it, ms. */
const FOUND_LATE_MS = 60_000

/** A document whose answer was lost was received long before it was found; the authority's search goes by that. */
const foundLate = ({ submitted_at }: DocumentRow, { received_at }: SummaryFacts) =>
  submitted_at && received_at && submitted_at.getTime() - received_at.getTime() > FOUND_LATE_MS
    ? { submitted_at: received_at }
    : {}

/** The attempt names the document which the authority holds, also where that is an earlier copy. */
const adoptUuids = async (
  tx: Tx,
  moved: readonly { document: DocumentState; facts: { authority_uuid: string } }[],
  now: Date,
) => {
  for (const { document, facts } of moved) {
    const attempt = await openAttempt(tx, document.id, document.revision)
    if (!attempt) continue
    await answerAttempt(tx, attempt.id, { authority_uuid: facts.authority_uuid }, now)
  }
}

/** So long the reasons are asked for of what is invalid whatever they are, ms. */
const REASONS_AWAITED_MS = 30 * MINUTE_MS
const NO_REASONS =
  'LHDN found the document invalid, and does not tell why. The reasons may stand on the LHDN portal.'

/** False while it cannot be stored what the document is: details may lag behind, or say otherwise. */
const storeInvalid = async (
  engine: Engine,
  secrets: Secrets,
  { document, facts }: Told,
): Promise<boolean> => {
  const details = await engine.authority.details(secrets, facts.uuid)
  if (details.kind === 'unavailable') return false
  if (details.kind !== 'answered') return storeUnread(engine, document)
  const { status } = details.value
  if (status === 'valid' || status === 'cancelled') {
    await noteUntold(engine, document, CALLED_OTHERWISE[status])
    return false
  }
  // The steps end one by one.
  if (status === 'submitted') return storeUnread(engine, document)
  const original = await originalOfResend(engine, secrets, document, details.value)
  if (typeof original === 'string') {
    await noteUntold(engine, document, original)
    return false
  }
  if (original) {
    await storeValid(engine, [{ document, facts: original }])
    return true
  }
  if (invalidReasons(details.value).length === 0) return storeUnread(engine, document)
  await invalidate(engine, document, reasonsOf(document, details))
  return true
}

const CALLED_OTHERWISE = {
  valid: 'It calls it invalid, and its details call it valid.',
  cancelled: 'It calls it invalid, and its details call it cancelled.',
}

const reasonsOf = (document: DocumentRow, { value, correlation_id }: Detailed) =>
  explain(invalidReasons(value), correlation_id, isSelfBilled(document.invoice_type))

type Detailed = { value: DetailFacts; correlation_id: string }

/** The reasons of a document that was stored as invalid without them, now that they are told. */
export const addReasons = async (engine: Engine, document: DocumentRow, details: Detailed): Promise<void> => {
  const lacks = [NO_REASONS, NONE_GIVEN].some((words) => document.status_message.startsWith(words))
  const { status } = details.value
  if (document.status !== 'Invalid' || !lacks || status !== 'invalid') return
  if (invalidReasons(details.value).length > 0) await say(engine, document, reasonsOf(document, details))
}

/** As an answer without any was stored before it was waited for. */
const NONE_GIVEN = explain([], '')

/** Without reasons only a document is stored that was sent once: any other may be a copy of a valid one. */
const storeUnread = async (engine: Engine, document: DocumentRow): Promise<boolean> => {
  if ((await openAttempt(engine.db, document.id, document.revision))?.resend_count) {
    await noteUntold(engine, document, COPY_WITHOUT_REASONS)
    return false
  }
  const since = await noteUntold(engine, document, 'It found it invalid, and does not tell why.')
  if (engine.clock.now().getTime() - since.getTime() < REASONS_AWAITED_MS) return false
  await invalidate(engine, document, NO_REASONS)
  return true
}

/** An invalid document may be edited and sent anew; a further copy of this revision may not. */
const invalidate = async (engine: Engine, document: DocumentRow, why: string): Promise<void> => {
  await inTransaction(engine.db, async (tx) => {
    const row = await lockForJob(tx, document)
    if (row?.status !== 'Submitted' || row.revision !== document.revision) return
    await transition(tx, row, { event: 'invalidate', actor: AUTHORITY, why, now: engine.clock.now() })
  })
  await engine.step('poll: verdict stored')
}

const invalidReasons = (details: DetailFacts): Reason[] =>
  details.steps.filter((step) => step.status === 'invalid').flatMap((step) => step.reasons)

const COPY_WITHOUT_REASONS = 'It found a copy that was sent once more invalid, and does not tell why.'

/**
 * A copy that we sent once more and that came back as a duplicate: the first one is the document. Only for
 * attempts which were resent; any other duplicate is somebody's second document and stays invalid. Until the
 * authority shows its reasons and the first copy, nothing is settled: shown as invalid, it could be sent anew. Why not
 * is answered then.
 */
const originalOfResend = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
  details: DetailFacts,
): Promise<SummaryFacts | string | undefined> => {
  const attempt = await openAttempt(engine.db, document.id, document.revision)
  if (!attempt || attempt.resend_count === 0) return undefined
  const duplicate = duplicateIn(details)
  if (duplicate === undefined) return undefined
  const original =
    (await namedIn(engine, secrets, document, duplicate)) ??
    (await askEveryWay(engine, secrets, attempt)).found
  if (!original || original.uuid === document.authority_uuid)
    return 'It refused a copy that was sent once more as a duplicate, and does not show the first one.'
  if (original.status === 'invalid') return undefined
  return original.status === 'submitted' || original.status === 'unknown'
    ? 'It has no verdict yet on the first copy of what was sent twice.'
    : original
}

/**
 * What the authority says of a duplicate, if that is what it found. Its code is known from one page alone, and may be
 * that of a wrapper or missing (reference "MyInvois API", §10, §18): so is one whose words say so, or whose step does,
 * with reasons or without.
 */
const duplicateIn = ({ steps }: DetailFacts): string | undefined => {
  const found = steps
    .filter(({ status }) => status === 'invalid')
    .filter(({ name, reasons }) => DUPLICATE.test(name) || reasons.some(tellsDuplicate))
  return found.length > 0
    ? found.flatMap(({ reasons }) => reasons.map(({ message }) => message)).join(' ')
    : undefined
}

const tellsDuplicate = ({ code, message }: Reason) => DUPLICATE_CODES.has(code) || DUPLICATE.test(message)

const DUPLICATE = /duplicat/i

/** The other document of this number that the authority's words name, as far as it can be read. */
const namedIn = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
  message: string,
): Promise<SummaryFacts | undefined> => {
  for (const uuid of message.match(AUTHORITY_UUID) ?? []) {
    if (uuid === document.authority_uuid) continue
    const answer = await engine.authority.details(secrets, uuid)
    if (answer.kind === 'answered' && answer.value.number === document.invoice_number) return answer.value
  }
  return undefined
}
