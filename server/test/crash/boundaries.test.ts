import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STEPS, type Step } from '../../src/documents/store/engine.ts'
import { on } from '../../src/documents/store/tables.ts'
import { writeSetting } from '../../src/settings/write.ts'
import { buildDocument } from '../build.ts'
import { setShape, shapeOfTurn } from '../simulator.ts'
import { createWorld, NOON, SECRET_KEY, type World } from '../world.ts'
import { untilSettled } from './stage.ts'
import type { WorkerOrder } from './worker-process.ts'

/**
 * Kills the worker with -9 between any two effects, and holds the simulator's ledger against the database: every
 * document sent exactly once with effect, every verdict reached.
 */
const offset_ms = NOON.getTime() - Date.now()
const clock = { now: () => new Date(Date.now() + offset_ms), advance: () => {} }

let world: World
let child: ChildProcess | undefined

type Running = { kill(signal: NodeJS.Signals): void; ended: Promise<NodeJS.Signals | null> }

beforeAll(async () => {
  world = await createWorld({ simulator: true, clock })
  const change = { caller: undefined, now: clock.now() }
  await writeSetting(world.db, { ...change, key: 'submission.ask_after_ms', value: [100, 300] })
  await writeSetting(world.db, { ...change, key: 'submission.resend_after_ms', value: 500 })
  await writeSetting(world.db, { ...change, key: 'poll.interval_ms', value: 500 })
})
afterAll(() => child?.kill('SIGKILL'))

test('a document survives its worker at every step boundary', { timeout: 600_000 }, async () => {
  for (const [turn, step] of STEPS.entries()) {
    await setShape(world.simulator_url, shapeOfTurn(turn))
    // A person's call; see cancellation.job.test.ts. Approvals of many: approving/kills.test.ts.
    if (step.startsWith('cancel') || step.startsWith('approve')) continue
    if (step.startsWith('resolve')) await dieAt('send: intent stored')
    await dieAt(step)
  }
  await settle()
  await expectExactlyOnce()
})

const dieAt = async (step: Step) => {
  for (let i = 0; i < 2; i++) await buildDocument(world, { status: 'Approved' })
  const running = await start(step)
  expect({ step, signal: await running.ended }).toEqual({ step, signal: 'SIGKILL' })
}

const start = async (die_at: Step | ''): Promise<Running> => {
  const order: WorkerOrder = {
    connection: world.connection,
    simulator_url: world.simulator_url ?? '',
    secret_key: SECRET_KEY,
    offset_ms,
    die_at,
  }
  const program = new URL('./worker-process.ts', import.meta.url).pathname
  const process_of_worker = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = process_of_worker
  // Listened to from the start: a worker may die before it is ready.
  const ended = once(process_of_worker, 'exit').then(([, signal]) => signal)
  await Promise.race([once(process_of_worker.stdout, 'data'), ended])
  return { kill: (signal) => void process_of_worker.kill(signal), ended }
}

/** Lets one worker run until nothing is on its way any more. */
const settle = async () => {
  const running = await start('')
  await untilSettled(world, openCount)
  running.kill('SIGKILL')
  await running.ended
}

const statuses = () =>
  on(world.db)
    .selectFrom('documents')
    .groupBy('status')
    .select(['status', (eb) => eb.fn.countAll().as('n')])
    .execute()

const openCount = async () => {
  const rows = await on(world.db)
    .selectFrom('documents')
    .where('status', 'in', ['Approved', 'Submitted', 'Outcome Unknown', 'OnHold'])
    .select('id')
    .execute()
  return rows.length
}

type LedgerEntry = { uuid: string; codeNumber: string; documentHash: string; status: string }

const expectExactlyOnce = async () => {
  const reply = await fetch(`${world.simulator_url}/_sim/ledger`)
  // `as`: the shape which the issue states.
  const ledger = (await reply.json()) as LedgerEntry[]
  const valid = ledger.filter((entry) => entry.status === 'Valid')
  const documents = await on(world.db).selectFrom('documents').selectAll().execute()
  expect(documents.length).toBeGreaterThan(0)
  expect(await statuses()).toEqual([{ status: 'Validated', n: String(documents.length) }])
  const recorded = documents.map((row) => `${row.invoice_number} ${row.authority_uuid}`).sort()
  expect(valid.map((entry) => `${entry.codeNumber} ${entry.uuid}`).sort()).toEqual(recorded)
}
