import { sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createAuthority } from '../../server/src/authority/client.ts'
import { places } from '../../server/src/authority/environments.ts'
import { type Gate, openGate } from '../../server/src/authority/gate.ts'
import { exchange } from '../../server/src/authority/http.ts'
import { sharedGate } from '../../server/src/authority/shared-gate.ts'
import { createSigner } from '../../server/src/authority/sign.ts'
import { ask } from '../../server/src/demo/credentials.ts'
import type { Engine } from '../../server/src/documents/engine.ts'
import { pollSubmission } from '../../server/src/documents/poll.job.ts'
import { resolveAttempt } from '../../server/src/documents/resolve.job.ts'
import { sendApproved } from '../../server/src/documents/send.job.ts'
import { on } from '../../server/src/documents/tables.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import { createEngine } from '../../server/src/worker.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { makeTrialCertificate } from './trial-certificate.ts'

const PIPELINE_GOAL = 0.4
const PACE_GOAL = 0.95
/** 100 submissions a minute of 100 documents each. */
const OFFICIAL_PER_MINUTE = 10_000
const MINUTE_MS = 60_000
const BATCH = 100

/** Read, build, sign, batch, send and commit, against nothing but RSA-2048 on one core over as many bytes. */
export const benchPipeline = async (stage: PipelineStage, documents: number): Promise<Row> => {
  const engine = engineOf(stage, openGate())
  await stage.approve(2 * BATCH)
  await sendAll(stage, engine)
  await stage.approve(documents)
  const ms = await time(() => sendAll(stage, engine))
  const per_second = (documents / ms) * 1000
  return {
    name: 'pipeline to an answering authority against RSA-2048 alone',
    figure: `${Math.round(per_second)} documents/s`,
    ratio: per_second / (await signaturesPerSecond()),
    goal: PIPELINE_GOAL,
    floor: 0.03,
  }
}

/** With the official limits on: what is accepted in a minute. A single 429 makes it worth nothing. */
export const benchPace = async (stage: PipelineStage, seconds: number): Promise<Row> => {
  let refused = 0
  const gate = sharedGate({ db: stage.db, box: stage.box, sleep })
  const engine = engineOf(stage, {
    ...gate,
    slowDown: async (...call) => {
      refused += 1
      await gate.slowDown(...call)
    },
  })
  await stage.approve(Math.ceil((OFFICIAL_PER_MINUTE * seconds) / 60))
  await stage.set({ rate_limits: true })
  const before = await accepted(stage)
  const ms = await time(() => sendAll(stage, engine))
  await stage.set({ rate_limits: false })
  const per_minute = (((await accepted(stage)) - before) / ms) * MINUTE_MS
  return {
    name: 'accepted against the official limit, without a 429',
    figure: `${Math.round(per_minute)} documents/min, ${refused} times 429`,
    ratio: refused > 0 ? 0 : per_minute / OFFICIAL_PER_MINUTE,
    goal: PACE_GOAL,
    floor: 0.5,
  }
}

/** The answers to whole batches are lost after the authority took them; then every document is asked about. */
export const benchDropped = async (stage: PipelineStage, documents: number): Promise<Row> => {
  const engine = engineOf(stage, openGate())
  await stage.approve(documents)
  const before = (await ledger(stage)).length
  const fault = { call: 'submit', fault: 'reset-mid-body', times: Math.ceil(documents / BATCH) }
  await ask(`${stage.simulator_url}/_sim/faults`, z.unknown(), fault)
  await sendAll(stage, engine)
  const unclear = on(stage.db).selectFrom('attempts').where('state', '=', 'unclear').select('id')
  const dropped = (await unclear.execute()).length
  for (const { id } of await unclear.execute()) await resolveAttempt(engine, id)
  await pollAll(stage, engine)
  const lost = documents - (await recorded(stage, before))
  const doubled = (await ledger(stage)).length - before - documents
  return {
    name: 'dropped answers: recorded once',
    figure: `${dropped} dropped, ${lost} lost, ${doubled} doubled`,
    ratio: dropped === documents && doubled === 0 ? 1 - lost / documents : 0,
    goal: 1,
    floor: 1,
  }
}

const engineOf = ({ db, box, log, simulator_url }: PipelineStage, gate: Gate): Engine => ({
  ...createEngine({ db, box, log, simulator_url, gate, clock: systemClock }),
  authority: createAuthority({
    places: places(simulator_url),
    clock: systemClock,
    gate,
    network: exchange,
  }),
})

/** Two senders at once, as one worker has them. */
const sendAll = async ({ sender_entity_id }: PipelineStage, engine: Engine) => {
  const wanted = { sender_entity_id, lane: 'bulk' as const }
  await Promise.all([sendApproved(engine, wanted), sendApproved(engine, wanted)])
}

const pollAll = async ({ db }: PipelineStage, engine: Engine) => {
  const waiting = await on(db)
    .selectFrom('documents')
    .where('status', '=', 'Submitted')
    .select(['sender_entity_id', 'submission_uid'])
    .distinct()
    .execute()
  for (const { sender_entity_id, submission_uid } of waiting) {
    await pollSubmission(engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  }
}

const accepted = async ({ db }: PipelineStage): Promise<number> => {
  const rows = await on(db).selectFrom('documents').where('status', '=', 'Submitted').select('id').execute()
  return rows.length
}

const Entry = z.object({ uuid: z.string(), codeNumber: z.string(), status: z.string() })

const ledger = async ({ simulator_url }: PipelineStage) =>
  z.array(Entry).parse(await (await fetch(`${simulator_url}/_sim/ledger`)).json())

/** How many of the ledger's entries from a place on are valid and stand in the database under their UUID. */
const recorded = async (stage: PipelineStage, from: number): Promise<number> => {
  const rows = await on(stage.db)
    .selectFrom('documents')
    .where('status', '=', 'Validated')
    .select(['authority_uuid', 'invoice_number'])
    .execute()
  const known = new Map(rows.map((row) => [row.authority_uuid, row.invoice_number]))
  const entries = (await ledger(stage)).slice(from)
  return entries.filter((one) => one.status === 'Valid' && known.get(one.uuid) === one.codeNumber).length
}

const signaturesPerSecond = async (): Promise<number> => {
  const { key } = createSigner(makeTrialCertificate())
  const body = Buffer.alloc(8_000, 'x')
  const COUNT = 500
  const ms = await time(async () => {
    for (let at = 0; at < COUNT; at++) sign('sha256', body, key)
  })
  return (COUNT / ms) * 1000
}

const time = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}
