import type { Asked, SubmissionFacts, SummaryFacts } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { readSetting } from '../../settings/read.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { pollJob } from '../store/jobs.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { storeVerdicts } from './verdict.ts'

type Wanted = { sender_entity_id: string; submission_uid: string }

/** A verdict that is slow to come is asked for ever less often: each time a tenth of the wait later, up to this. */
const WAITED_SHARE = 0.1
const PATIENT_FACTOR = 10

/** Asks for the verdict on one submission; asks again later while any of its documents has none. */
export const pollSubmission = async (engine: Engine, wanted: Wanted): Promise<void> => {
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
    const answer = await engine.authority.submission(secrets, wanted.submission_uid)
    await engine.step('poll: asked')
    if (answer.kind === 'answered')
      settled = await settleAll(engine, secrets, waiting, answer.value.documents)
    else if (answer.kind === 'unavailable') pause_ms = Math.max(pause_ms, answer.retry_after_ms)
  }
  if (settled < waiting.length) await pollLater(engine, wanted, pause_ms)
}

/** Asks the authority about one submitted document now, for a person who pressed Fetch Updates. */
export const pollDocument = async (
  engine: Engine,
  secrets: Secrets,
  document: DocumentRow,
): Promise<Asked<SubmissionFacts>> => {
  const answer = await engine.authority.submission(secrets, document.submission_uid ?? '')
  if (answer.kind === 'answered') await settleAll(engine, secrets, [document], answer.value.documents)
  return answer
}

const waitingDocuments = (engine: Engine, { sender_entity_id, submission_uid }: Wanted) =>
  on(engine.db)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('submission_uid', '=', submission_uid)
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

const pollLater = (engine: Engine, wanted: Wanted, pause_ms: number) =>
  inTransaction(engine.db, (tx) =>
    enqueue(tx, pollJob, wanted, { singleton_key: wanted.submission_uid, start_after_ms: pause_ms }),
  )
