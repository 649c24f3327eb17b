import type { Caller } from '#domain/access/caller.ts'
import { may, RECOGNISED_MS } from '#domain/access/policy.ts'
import { conflict, invalidFields, ProblemError } from '#domain/problems.ts'
import { cutText } from '#domain/text/cut.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { requireMay } from '../../access/allowed.ts'
import type { SummaryFacts } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordFound } from '../comparing/found.ts'
import { transition } from '../life/transition.ts'
import {
  type AttemptRow,
  answerAttempt,
  environmentOf,
  openAttempt,
  readAttempt,
} from '../sending/attempts.ts'
import { foundOf } from '../sending/compared.ts'
import type { Engine } from '../store/engine.ts'
import { actorOf, type DocumentRow, lockDocument, readDocument, subjectOf } from '../store/rows.ts'
import { secretsOf } from '../store/secrets.ts'
import { adoptFound, askEveryWay, settle } from '../verdicts/ask.ts'

export type Settlement = { uuid: string } & (
  | { outcome: 'arrived'; lhdn_uuid: string }
  | { outcome: 'not_arrived' }
)

const RETRY_AFTER_S = 60

/**
 * A person decides what became of a document whose answer was lost for good (decisions.md §4). "Arrived" is
 * believed only if the authority's own record agrees; "not arrived" sends it anew, unless the authority now shows it.
 */
export const settleByHand = async (
  { engine, caller }: { engine: Engine; caller: Caller },
  decision: Settlement,
): Promise<DocumentRow> => {
  const row = await readDocument(engine.db, caller, decision.uuid)
  const now = engine.clock.now()
  requireMay(may(caller, 'settle', subjectOf(row), now))
  const attempt = await openAttempt(engine.db, row.id, row.revision)
  if (attempt?.state !== 'unclear')
    throw conflict('wrong_status', 'Nothing is unclear about this document any more.')
  const from = new Date(attempt.intended_at.getTime() + RECOGNISED_MS)
  if (now < from) {
    throw conflict(
      'still_asking',
      `Lulus is still finding out. A decision is possible from ${formatInstant(from)} on.`,
    )
  }
  if (decision.outcome === 'arrived') await adoptNamed(engine, row, attempt, decision.lhdn_uuid)
  else {
    await adoptWhatArrived(engine, attempt)
    await sendAnew(engine, caller, attempt)
  }
  return readDocument(engine.db, caller, decision.uuid)
}

const adoptNamed = async (engine: Engine, row: DocumentRow, attempt: AttemptRow, lhdn_uuid: string) => {
  const secrets = await secretsOf(engine, row)
  const answer = await engine.authority.details(secrets, lhdn_uuid)
  if (answer.kind === 'unclear' || answer.kind === 'unavailable') {
    const message = `LHDN did not answer. ${answer.why}`
    throw new ProblemError({
      kind: 'unavailable',
      code: 'authority_unavailable',
      message,
      retry_after_s: RETRY_AFTER_S,
    })
  }
  const named =
    answer.kind === 'answered' && answer.value.number === attempt.code_number ? answer.value : undefined
  if (!named || named.issued_at?.getTime() !== attempt.issued_at.getTime())
    throw invalidFields({ lhdn_uuid: [await whyNot(engine, row, named)] })
  const { uuid: authority_uuid, submission_uid } = named
  await settle(engine, attempt, { authority_uuid, submission_uid }, 'Named by a person, confirmed by LHDN.')
}

/**
 * What LHDN has under this number and is not known here is kept, so that it is compared before anything is sent anew:
 * after a restoration it may be the very document. Nothing is kept of what it found invalid, or of another document's.
 */
const whyNot = async ({ db, clock }: Engine, row: DocumentRow, named?: SummaryFacts): Promise<string> => {
  const of = { sender_entity_id: row.sender_entity_id, environment: row.environment }
  const { is_kept, is_compared } = await inTransaction(db, async (tx) => {
    if (named) await recordFound(tx, of, { documents: [named], now: clock.now() })
    const isAmong = async (untold: boolean) => (await foundOf(tx, { ...of, untold }, [row.id])).has(row.id)
    return { is_kept: named !== undefined && (await isAmong(false)), is_compared: await isAmong(true) }
  })
  if (!is_kept) return 'LHDN does not hold this document under that UUID.'
  const at = named?.issued_at ? formatInstant(named.issued_at) : '?'
  const words = `LHDN holds another copy of this number there, issued ${at}.`
  return `${words} ${is_compared ? COMPARED_FIRST : COMPARED_BEFORE}`
}

const COMPARED_FIRST = 'Choose that it never arrived: Lulus then compares the two before it sends anything.'
const COMPARED_BEFORE =
  'This document was held for it, and released: sent anew, it is a further tax document beside that one.'

/**
 * A mistake makes a second valid tax document: the authority is asked once more before anything can be sent anew.
 * Throws conflict `arrived` where it holds the document. While it shows nothing, or is silent, the person decides.
 */
const adoptWhatArrived = async (engine: Engine, attempt: AttemptRow): Promise<void> => {
  const environment = await environmentOf(engine.db, attempt.submission_id)
  const secrets = await engine.secrets(attempt.sender_entity_id, environment)
  const found = secrets && (await askEveryWay(engine, secrets, attempt)).found
  if (!found) return
  await adoptFound(engine, secrets, attempt, found)
  // Unless somebody else decided meanwhile.
  if ((await readAttempt(engine.db, attempt.id))?.state !== 'accepted') return
  throw conflict(
    'arrived',
    `LHDN holds this document under the UUID ${found.uuid}. It arrived and is not sent anew.`,
  )
}

const sendAnew = (engine: Engine, caller: Caller, attempt: AttemptRow) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockDocument(tx, caller, attempt.document_id)
    const current = await readAttempt(tx, attempt.id)
    if (current?.state !== 'unclear')
      throw conflict('wrong_status', 'Nothing is unclear about this document any more.')
    const now = engine.clock.now()
    const actor = actorOf(caller)
    const answer = cutText(`${current.answer}\n${actor.actor_name} decided that it never arrived.`, 4000)
    await answerAttempt(tx, attempt.id, { state: 'refused', answered_at: now, answer }, now)
    const why = 'Decided by a person: it never arrived and is sent anew.'
    await transition(tx, document, { event: 'prove_not_arrived', actor, why, now })
  })
