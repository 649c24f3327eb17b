import type { Asked, Refused, SummaryFacts } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { readSetting } from '../../settings/read.ts'
import { awaitVerdict, type Question, questionOf } from '../life/await-verdict.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { forgetRefusal, noteRefusal } from '../store/refusals.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { storeVerdicts } from './verdict.ts'

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
    const answer = await put(engine, secrets, wanted)
    await engine.step('poll: asked')
    if (answer.kind === 'answered') settled = await settleAll(engine, secrets, waiting, answer.value)
    else if (answer.kind === 'unavailable') pause_ms = Math.max(pause_ms, answer.retry_after_ms)
    else if (answer.kind === 'refused') warnOfRefusal(engine, wanted, answer)
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
): Promise<Asked<unknown>> => {
  const answer = await put(engine, secrets, questionOf(document))
  if (answer.kind === 'answered') await settleAll(engine, secrets, [document], answer.value)
  return answer
}

/** Whether the authority refuses to tell is told to people until it tells. */
const put = async (
  engine: Engine,
  secrets: Secrets,
  wanted: Question,
): Promise<Asked<readonly SummaryFacts[]>> => {
  const answer = await asked(engine, secrets, wanted)
  const { db, clock } = engine
  const { sender_entity_id } = wanted
  const of = { sender_entity_id, environment: secrets.environment }
  // That it knows no such submission it tells as well.
  if (answer.kind === 'answered' || answer.kind === 'absent') await forgetRefusal(db, of)
  else if (answer.kind === 'refused') {
    const why = explain(answer.reasons, answer.correlation_id)
    await noteRefusal(db, { ...of, document_id: null }, { why, now: clock.now() })
  }
  return answer
}

/** Get Submission is what the authority wants to be polled (reference §5); details serve where there is none to get. */
const asked = async (
  { authority }: Engine,
  secrets: Secrets,
  { submission_uid, authority_uuid = '' }: Question,
): Promise<Asked<readonly SummaryFacts[]>> => {
  if (submission_uid === '') {
    const answer = await authority.details(secrets, authority_uuid)
    return answer.kind === 'answered' ? { ...answer, value: [answer.value] } : answer
  }
  const answer = await authority.submission(secrets, submission_uid)
  return answer.kind === 'answered' ? { ...answer, value: answer.value.documents } : answer
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

const settleAll = (
  engine: Engine,
  secrets: Secrets,
  documents: readonly DocumentRow[],
  facts: readonly SummaryFacts[],
): Promise<number> => {
  const byUuid = new Map(facts.map((one) => [one.uuid, one]))
  const told = documents.flatMap((document) => {
    const found = byUuid.get(document.authority_uuid ?? '')
    return found ? [{ document, facts: found }] : []
  })
  return storeVerdicts(engine, secrets, told)
}

const pollLater = (engine: Engine, wanted: Question, pause_ms: number) =>
  inTransaction(engine.db, (tx) => awaitVerdict(tx, wanted, pause_ms))
