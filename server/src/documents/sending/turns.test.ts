import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { uploadedRows } from '../../../test/approved-row.ts'
import { buildDocument, decide, documentOf } from '../../../test/build.ts'
import { createWorld, SECRET_KEY } from '../../../test/world.ts'
import { createAuthority } from '../../authority/calls/client.ts'
import { places } from '../../authority/wire/environments.ts'
import { sharedGate } from '../../authority/wire/shared-gate.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { startWorker } from '../../worker.ts'
import { sendJob } from '../store/jobs.ts'
import { type Lane, on } from '../store/tables.ts'
import { countWaiting } from './to-send.ts'

const world = await createWorld({ simulator: true })
const { db, connection, clock, log, simulator_url = '' } = world

/** So far apart that a batch is ready for its turn, and the next documents approved, also where the machine is busy. */
const SPACING_MS = 1_500
const DOCUMENTS = 12
/** As many batches as fill twice the turns that the others wait for: a slow approval takes two. */
const UPLOADED = 1_200
const ROWS_AT_ONCE = 200

let turns = 0
const gate = sharedGate({
  db,
  box: secretBox(SECRET_KEY),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // Asked once for each turn that is taken.
  spacing: (call, stated) => {
    if (call !== 'submit') return 0
    if (stated === undefined) turns += 1
    return SPACING_MS
  },
})
const authority = createAuthority({ places: places(simulator_url), clock, gate })
const jobs = openJobs({ connection, log, connections_max: 3 })
await startWorker(jobs, { ...world.engine, authority }, world.outlets)
afterAll(() => jobs.stop({ graceful: true }))

const pending = async (count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await buildDocument(world)).id)
  return ids
}

/** A person approves these, one `after` the other, until LHDN has validated all of them. */
const approveAll = async (ids: readonly string[], after: () => Promise<void> = async () => undefined) => {
  for (const id of ids) {
    expect((await decide(world, 'bakri', id)).status).toBe(200)
    await after()
  }
  const statuses = () => Promise.all(ids.map(async (id) => (await documentOf(world, id)).status))
  await expect.poll(statuses, { timeout: 40_000 }).toEqual(ids.map(() => 'Validated'))
}

const callsOf = async (lane: Lane): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM submissions WHERE starts_with(sender_slot, ${lane})`.execute(db)
  return Number(rows[0]?.n)
}

test('no turn at the authority is taken for a document for which another sender waits already', async () => {
  await approveAll(await pending(DOCUMENTS))
  // One may be taken in the moment in which another sender's batch is being committed.
  expect(turns).toBeLessThanOrEqual((await callsOf('single')) + 1)
})

test('what people approve while an upload waits for the same turns goes along in its calls', async () => {
  const sender_entity_id = world.company.entities.kinabalu
  // There already: to make them would take turns of the upload.
  const ids = await pending(DOCUMENTS / 2)
  const numbers = Array.from({ length: UPLOADED }, (_, at) => `UPLOADED-${at}`)
  const rows = uploadedRows(world, numbers)
  await inTransaction(db, async (tx) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await on(tx)
        .insertInto('documents')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute()
    await enqueue(tx, sendJob, { sender_entity_id, lane: 'bulk' }, {})
  })
  const before = { single: await callsOf('single'), bulk: await callsOf('bulk') }
  await expect.poll(() => callsOf('bulk'), { timeout: 20_000 }).toBeGreaterThan(before.bulk)
  await approveAll(ids, async () => {
    const turn = turns
    await expect.poll(() => turns, { timeout: 20_000 }).toBeGreaterThan(turn)
  })
  expect((await callsOf('single')) - before.single).toBe(0)
  // All of it goes, and leaves nothing to do behind.
  const wanted = { sender_entity_id, lane: 'bulk' } as const
  await expect.poll(async () => (await countWaiting(db, wanted)).n, { timeout: 40_000 }).toBe(0)
})
