import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { APPROVED_AT_ONCE_MAX, type ApprovalRun, approvals, UNDO_MS } from '#contract/approvals.ts'
import { documentOf } from '../../../test/build.ts'
import { addressOf } from '../../../test/client.ts'
import { forgetJobs } from '../../../test/stored.ts'
import { createWorld } from '../../../test/world.ts'
import { countWaiting } from '../sending/to-send.ts'
import { copyPending } from './fixtures/pending.ts'
import type { Order } from './fixtures/run-program.ts'
import { releaseRun } from './release.job.ts'
import { goOnWithRun } from './run.job.ts'

/** Approvals of more documents than one transaction takes, by workers killed with -9 between two batches. */
const COUNT = 2 * APPROVED_AT_ONCE_MAX + 10
const PROGRAM = join(import.meta.dirname, 'fixtures/run-program.ts')
const run = promisify(execFile)

const world = await createWorld()
const bakri = world.as('bakri')

const read = async (id: string): Promise<ApprovalRun> =>
  (await bakri.call(approvals.read, { params: { id } })).body

/** One worker; whether it came to its end. */
const work = async (run_id: string, die: boolean): Promise<boolean> => {
  const { connection } = world
  const order: Order = { connection, run_id, now_ms: world.clock.now().getTime(), die }
  try {
    await run(process.execPath, [PROGRAM, JSON.stringify(order)])
    return true
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal === 'SIGKILL') return false
    throw error
  }
}

/** A frozen set of new documents that is being approved by a job. */
const begin = async () => {
  const ids = await copyPending(world, COUNT)
  const { invoice_number } = await documentOf(world, ids[0] ?? '')
  const body = { invoice_number: invoice_number.replace(/\d+$/, '') }
  const { id, total } = (await bakri.call(approvals.freeze, { body })).body
  expect(total).toBe(COUNT)
  const begun = await bakri.call(approvals.approveFrozen, { params: { id } })
  expect(begun).toMatchObject({ status: 202, body: { state: 'approving', approved: 0 } })
  expect(begun.headers.location).toBe(addressOf(approvals.read, { params: { id } }))
  return { id, ids }
}

const eventsOn = async (ids: readonly string[]) => {
  const { rows } = await sql<{ event: string; lines: number; documents: number }>`
    SELECT event, count(*)::int AS lines, count(DISTINCT document_id)::int AS documents
    FROM document_history WHERE document_id = ANY(${[...ids]}::uuid[]) GROUP BY event ORDER BY event`.execute(
    world.db,
  )
  return rows
}

test('each document is approved once, however often the worker dies, and nothing is sent before the end', {
  timeout: 120_000,
}, async () => {
  const { id, ids } = await begin()
  const lane = await documentOf(world, ids[0] ?? '')
  expect(await work(id, true)).toBe(false)
  expect(await read(id)).toMatchObject({ state: 'approving', approved: APPROVED_AT_ONCE_MAX })
  expect((await countWaiting(world.db, lane)).n).toBe(0)
  await Promise.all([work(id, false), goOnWithRun(world.engine, { run_id: id })])
  expect(await read(id)).toMatchObject({ state: 'undoable', approved: COUNT, refused: 0, undo_ms: UNDO_MS })
  expect(await eventsOn(ids)).toEqual([{ event: 'approve', lines: COUNT, documents: COUNT }])
  expect((await countWaiting(world.db, lane)).n).toBe(0)
  world.clock.advance(UNDO_MS)
  await releaseRun(world.engine, { run_id: id })
  expect((await countWaiting(world.db, lane)).n).toBeGreaterThan(0)
})

test('one that is undone half way is taken back whole, also by a worker that follows a killed one', {
  timeout: 120_000,
}, async () => {
  const { id, ids } = await begin()
  await work(id, true)
  const undo = () => bakri.call(approvals.undo, { params: { id } })
  await goOnWithRun(world.engine, { run_id: id }, { run_ms_max: 0 })
  expect(await undo()).toMatchObject({ status: 202, body: { state: 'undoing' } })
  await forgetJobs(world)
  expect(await work(id, true)).toBe(false)
  await work(id, false)
  const approved = 2 * APPROVED_AT_ONCE_MAX
  expect(await read(id)).toMatchObject({ state: 'undone', approved, undone: approved, refused: 0 })
  const { rows } = await sql`SELECT FROM documents
    WHERE id = ANY(${ids}::uuid[]) AND status = 'Pending Approval' AND approved_hash IS NULL`.execute(
    world.db,
  )
  expect(rows).toHaveLength(COUNT)
  expect((await undo()).status).toBe(200)
})

test('who may not approve any more approves nothing, and is told so', async () => {
  const { id } = await begin()
  await sql`UPDATE users SET is_active = FALSE WHERE id = ${world.company.users.bakri}`.execute(world.db)
  await goOnWithRun(world.engine, { run_id: id })
  await sql`UPDATE users SET is_active = TRUE WHERE id = ${world.company.users.bakri}`.execute(world.db)
  const ended = await read(id)
  expect(ended).toMatchObject({ state: 'released', approved: 0, refused: COUNT })
  expect(ended.refusals[0]).toMatchObject({ code: 'flag_missing' })
})
