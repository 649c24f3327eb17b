import { withLease } from '../platform/db/advisory-lock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { orphanedIntents, storeIntent } from './attempts.ts'
import type { Engine, Secrets } from './engine.ts'
import { sendJob } from './jobs.ts'
import { LOST, recordOutcome } from './outcome.ts'
import { firstBatch, type Prepared, prepare, signerFor } from './prepare.ts'
import { type DocumentRow, lockForJob } from './rows.ts'
import { nextToSend } from './to-send.ts'
import { SYSTEM, transition } from './transition.ts'

const BUSY_PAUSE_MS = 1_000
/** Past this a document that cannot leave is shown as OnHold instead of waiting silently. */
const RETRY_HORIZON_MS = 30 * 60_000

/**
 * Sends every approved document of one entity, batch by batch, oldest approval first. One process at a time
 * per entity: the lease also proves that an open intent has no living worker, so its answer is lost.
 */
export const sendApproved = async (engine: Engine, sender_entity_id: string): Promise<void> => {
  const lease = await withLease(engine.db, `send ${sender_entity_id}`, async () => {
    await engine.step('send: lease taken')
    for (const { id } of await orphanedIntents(engine.db, sender_entity_id)) {
      await recordOutcome(engine.db, id, LOST, engine.clock.now())
    }
    for (;;) {
      const pause_ms = await sendBatch(engine, sender_entity_id)
      if (pause_ms !== 0) return pause_ms
    }
  })
  const again_ms = lease.busy ? BUSY_PAUSE_MS : lease.value
  if (again_ms > 0) {
    await inTransaction(engine.db, (tx) =>
      enqueue(
        tx,
        sendJob,
        { sender_entity_id },
        { singleton_key: sender_entity_id, start_after_ms: again_ms },
      ),
    )
  }
}

const NOTHING_LEFT = -1

/** Sends one batch. Answers 0 to go on, the pause (ms) to take before trying again, or NOTHING_LEFT. */
const sendBatch = async (engine: Engine, sender_entity_id: string): Promise<number> => {
  const rows = await nextToSend(engine.db, sender_entity_id)
  if (rows.length === 0) return NOTHING_LEFT
  const secrets = await engine.secrets(sender_entity_id)
  const obstacle = obstacleOf(secrets, engine.clock.now())
  if (obstacle !== undefined || !secrets) return holdAll(engine, rows, obstacle ?? '')
  const prepared = await prepareAll(engine, rows, secrets)
  if (prepared.length === 0) return 0
  await engine.step('send: built')

  const intent = await inTransaction(engine.db, (tx) =>
    storeIntent(tx, firstBatch(prepared), engine.clock.now()),
  )
  if (!intent) return 0
  await engine.step('send: intent stored')

  const documents = intent.attempts.map(({ prepared: { row, bytes, document_hash } }) => ({
    code_number: row.invoice_number,
    bytes,
    document_hash,
  }))
  const answer = await engine.authority.submit(secrets, documents)
  await engine.step('send: answered')

  await recordOutcome(engine.db, intent.submission_id, answer, engine.clock.now())
  await engine.step('send: outcome stored')
  if (answer.kind !== 'unavailable' || answer.credentials_refused) return 0
  await holdOverdue(
    engine,
    intent.attempts.map(({ prepared: one }) => one.row),
    answer.why,
  )
  return answer.retry_after_ms
}

/** Why nothing of this entity can go out now, or undefined. */
const obstacleOf = (secrets: Secrets | undefined, now: Date): string | undefined => {
  if (!secrets)
    return 'The credentials or the signing certificate of this company are missing. An administrator can add them.'
  if (secrets.not_after.getTime() <= now.getTime())
    return 'The signing certificate of this company has expired. An administrator can replace it.'
  return undefined
}

const prepareAll = async (
  engine: Engine,
  rows: readonly DocumentRow[],
  secrets: Secrets,
): Promise<Prepared[]> => {
  const signer = signerFor(secrets)
  const now = engine.clock.now()
  const prepared: Prepared[] = []
  for (const row of rows) {
    const one = prepare(row, signer, now)
    if ('why' in one) await moveEach(engine, [row], 'refuse', one.why)
    else prepared.push(one)
  }
  return prepared
}

const holdAll = async (engine: Engine, rows: readonly DocumentRow[], why: string): Promise<number> => {
  await moveEach(engine, rows, 'hold', why)
  return 0
}

const holdOverdue = async (engine: Engine, rows: readonly DocumentRow[], why: string): Promise<void> => {
  const horizon = engine.clock.now().getTime() - RETRY_HORIZON_MS
  const overdue = rows.filter((row) => (row.approved_at?.getTime() ?? 0) < horizon)
  await moveEach(
    engine,
    overdue,
    'hold',
    `LHDN cannot be reached. ${why} Lulus keeps trying and sends the document by itself.`,
  )
}

/** Each document in a transaction of its own; one that moved meanwhile is left alone. */
const moveEach = async (
  engine: Engine,
  rows: readonly DocumentRow[],
  event: 'hold' | 'refuse',
  why: string,
) => {
  for (const row of rows) {
    await inTransaction(engine.db, async (tx) => {
      const document = await lockForJob(tx, row.id)
      if (document?.status !== 'Approved' || document.revision !== row.revision) return
      await transition(tx, document, { event, actor: SYSTEM, why, now: engine.clock.now() })
    })
  }
}
