import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf, payload, submit } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { openJobs } from '../platform/jobs/runner.ts'
import { openLog } from '../platform/log/log.ts'
import { startWorker } from '../worker.ts'
import { countsOf } from './fixtures/hearing.ts'

const world = await createWorld({ simulator: true })
const jobs = openJobs({ connection: world.connection, log: openLog('silent'), connections_max: 4 })
await startWorker(jobs, world.engine, world.outlets)
afterAll(() => jobs.stop({ graceful: false }))

/** Lines of the history, and how many of them were told to the notification centre and heard. */
const heard = async () => {
  const { rows } = await sql<{ lines: string; told: string; heard: string }>`
    WITH told AS (
      SELECT line::bigint AS id, state FROM pgboss.job, jsonb_array_elements_text(data->'history_ids') line
      WHERE name = 'notifications.moves'
    ) SELECT (SELECT count(*) FROM document_history) AS lines,
      (SELECT count(DISTINCT t.id) FROM told t JOIN document_history h USING (id)) AS told,
      (SELECT count(DISTINCT t.id) FROM told t JOIN document_history h USING (id) WHERE t.state = 'completed') AS heard
  `.execute(world.db)
  return rows[0]
}

const WAIT = { timeout: 20_000 }

test('every line of the history is told and heard, from the making of a document to its verdict', async () => {
  const good = await buildDocument(world)
  const bad = await submit(world, 'aminah', payload({ customer: { name: 'SIM INVALID' } }))
  const bad_uuid = bad.body.UUIDs[0] ?? ''
  await expect.poll(() => countsOf(world, 'bakri'), WAIT).toEqual(['approval_waiting 2'])
  for (const uuid of [good.id, bad_uuid])
    await world.as('bakri').call(documents.approve, { params: { uuid }, body: { status: 'Approved' } })
  await expect.poll(async () => (await documentOf(world, good.id)).status, WAIT).toBe('Validated')
  await expect.poll(async () => (await documentOf(world, bad_uuid)).status, WAIT).toBe('Invalid')
  await expect.poll(() => countsOf(world, 'bakri'), WAIT).toEqual(['invalid 1'])
  // Made, approved, accepted, judged: twice.
  await expect.poll(heard, WAIT).toEqual({ lines: '8', told: '8', heard: '8' })
})
