import { MINUTE_MS } from '#domain/time/units.ts'
import type { Asked, Refused, SummaryFacts } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'
import { awaitVerdict, type Question, questionOf } from '../life/await-verdict.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { forgetRefusals, noteRefusal, refusalIn } from '../store/refusals.ts'
import type { DocumentRow } from '../store/rows.ts'
import { CREDENTIALS_MISSING } from '../store/secrets.ts'
import { on } from '../store/tables.ts'
import { noteUntold, sayReceived } from './untold.ts'
import { storeVerdicts, type Told } from './verdict.ts'

/** A verdict that is slow to come is asked for ever less often: each time a tenth of the wait later, up to this. */
const WAITED_SHARE = 0.1
const PATIENT_FACTOR = 10

/** Asks for the verdicts that a question is about; asks again later while any of its documents has none. */
export const pollSubmission = async (engine: Engine, wanted: Question): Promise<void> => {
  const waiting = await waitingDocuments(engine, wanted)
  const oldest = waiting[0]
  if (!oldest) return
  const secrets = await engine.secrets(wanted.sender_entity_id, oldest.environment)
  const interval_ms = await readSetting(engine.db, 'poll.interval_ms')
  const waited_ms = engine.clock.now().getTime() - (oldest.submitted_at?.getTime() ?? 0)
  let pause_ms = Math.min(
    Math.max(interval_ms, Math.ceil(waited_ms * WAITED_SHARE)),
    interval_ms * PATIENT_FACTOR,
  )
  let settled = 0
  if (secrets) {
    const learnt = await learn({ engine, secrets }, wanted, waiting)
    const { answer } = learnt
    settled = learnt.settled
    if (answer.kind === 'unavailable') pause_ms = Math.max(pause_ms, answer.retry_after_ms)
    else if (answer.kind === 'refused') warnOfRefusal(engine, wanted, answer)
  } else {
    const { sender_entity_id, environment } = oldest
    const of = { sender_entity_id, environment, document_id: null }
    await noteRefusal(engine.db, of, { why: CREDENTIALS_MISSING, now: engine.clock.now() })
  }
  if (settled < waiting.length) await pollLater(engine, wanted, pause_ms)
}

/** Said each time: what keeps it from telling, a right that was taken away for one, is for a person to mend. */
const warnOfRefusal = ({ log }: Engine, wanted: Question, { status, reasons, correlation_id }: Refused) =>
  log.warn({ ...wanted, status, reasons, correlation_id }, 'the authority refuses to tell verdicts')

/** Asks the authority about one submitted document now, for a person who pressed Fetch Updates. */
export const pollDocument = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
): Promise<Asked<unknown>> => (await learn({ engine, secrets }, questionOf(document), [document])).answer

type By = { engine: Engine; secrets: Secrets }

/**
 * Asks, and stores what is told of the documents. What keeps the authority from telling is told to people until it
 * tells. `answer`: the last one, where documents were asked for by themselves.
 */
const learn = async (
  { engine, secrets }: By,
  wanted: Question,
  documents: readonly DocumentRow[],
): Promise<{ answer: Asked<unknown>; settled: number }> => {
  const { db, clock } = engine
  const first = await asked(engine, secrets, wanted)
  const listed = pairs(documents, first.kind === 'answered' ? first.value : [])
  const alone = await askAlone({ engine, secrets }, wanted, { first, left: leftOut(documents, listed) })
  await engine.step('poll: asked')
  const of = { sender_entity_id: wanted.sender_entity_id, environment: secrets.environment }
  const why = refusalIn(first)
  if (why !== undefined) await noteRefusal(db, { ...of, document_id: null }, { why, now: clock.now() })
  const told = [...listed, ...alone.told]
  const { settled, untold } = await storeVerdicts(engine, secrets, told)
  const strange = told.filter(({ facts }) => facts.status === 'unknown')
  for (const { document } of strange) await noteUntold(engine, document, STRANGE)
  const clear = told.filter((one) => !strange.includes(one) && !untold.includes(one.document.id))
  for (const { document, facts } of clear)
    if (facts.status === 'submitted') await sayReceived(engine, document)
  // That it knows no such submission it tells as well.
  const company = first.kind === 'answered' || first.kind === 'absent' ? [null] : []
  await forgetRefusals(db, of, [...company, ...clear.map(({ document }) => document.id)])
  return { answer: alone.last, settled }
}

const STRANGE = 'It gives a status that Lulus does not know.'

const pairs = (documents: readonly DocumentRow[], facts: readonly SummaryFacts[]): Told[] => {
  const byUuid = new Map(facts.map((one) => [one.uuid, one]))
  return documents.flatMap((document) => {
    const found = byUuid.get(document.authority_uuid ?? '')
    return found ? [{ document, facts: found }] : []
  })
}

const leftOut = (documents: readonly DocumentRow[], told: readonly Told[]): DocumentRow[] =>
  documents.filter((document) => !told.some((one) => one.document.id === document.id))

/** A submission shows itself some minutes after the 202 (reference §7.3); what is left out later may be for good. */
const SHOWN_AFTER_MS = 10 * MINUTE_MS
/** Documents that one question asks for by themselves. */
const ALONE_MAX = 10

/** Others each minute, all of them in turn: what the first ones are not told for ever the others may be. */
const inTurn = (documents: readonly DocumentRow[], now: Date): DocumentRow[] => {
  const start = (Math.floor(now.getTime() / MINUTE_MS) * ALONE_MAX) % Math.max(documents.length, 1)
  return [...documents.slice(start), ...documents.slice(0, start)].slice(0, ALONE_MAX)
}

/** What Get Submission does not tell, details may. Where they do not either, that is noted. */
const askAlone = async (
  { engine, secrets }: By,
  { submission_uid }: Question,
  { first, left }: { first: Asked<readonly SummaryFacts[]>; left: readonly DocumentRow[] },
): Promise<{ told: Told[]; last: Asked<unknown> }> => {
  if (first.kind === 'unavailable') return { told: [], last: first }
  const now = engine.clock.now()
  const since = new Date(now.getTime() - SHOWN_AFTER_MS)
  const late = left.filter(({ submitted_at }) => submitted_at && submitted_at < since)
  const told: Told[] = []
  let last: Asked<unknown> = first
  for (const document of inTurn(late, now)) {
    // One without a submission was asked for by itself already.
    const answer = submission_uid ? await detailsOf(engine, secrets, document.authority_uuid ?? '') : first
    if (answer.kind === 'answered') told.push(...pairs([document], answer.value))
    else if (answer.kind === 'unavailable') break
    else if (answer.kind === 'absent') await noteUntold(engine, document, 'It does not know the document.')
    else if (answer.kind === 'refused')
      await noteUntold(engine, document, explain(answer.reasons, answer.correlation_id))
    else await noteUntold(engine, document, answer.why)
    last = answer
  }
  return { told, last }
}

/** Get Submission is what the authority wants to be polled (reference §5); details serve where there is none to get. */
const asked = async (
  engine: Engine,
  secrets: Secrets,
  { submission_uid, authority_uuid = '' }: Question,
): Promise<Asked<readonly SummaryFacts[]>> => {
  if (submission_uid === '') return detailsOf(engine, secrets, authority_uuid)
  const answer = await engine.authority.submission(secrets, submission_uid)
  return answer.kind === 'answered' ? { ...answer, value: answer.value.documents } : answer
}

const detailsOf = async (
  { authority }: Engine,
  secrets: Secrets,
  authority_uuid: string,
): Promise<Asked<readonly SummaryFacts[]>> => {
  const answer = await authority.details(secrets, authority_uuid)
  return answer.kind === 'answered' ? { ...answer, value: [answer.value] } : answer
}

const waitingDocuments = (engine: Engine, { sender_entity_id, submission_uid, authority_uuid }: Question) =>
  on(engine.db)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('submission_uid', '=', submission_uid)
    .$if(authority_uuid !== undefined, (of) => of.where('authority_uuid', '=', authority_uuid ?? ''))
    .where('status', '=', 'Submitted')
    .orderBy('submitted_at')
    .orderBy('id')
    .selectAll()
    .execute()

const pollLater = (engine: Engine, wanted: Question, pause_ms: number) =>
  inTransaction(engine.db, (tx) => awaitVerdict(tx, wanted, pause_ms))
