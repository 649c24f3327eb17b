import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildDocument, decide, documentOf } from '../../../test/build.ts'
import { issuePkcs12, uploadPkcs12 } from '../../../test/certificates.ts'
import { createWorld } from '../../../test/world.ts'
import { openJobs } from '../../platform/jobs/runner.ts'
import { startWorker } from '../../worker.ts'

// The clock stands, so that no sweep ever finds a document that has been quiet for a minute.
const world = await createWorld({ simulator: true })
const jobs = openJobs({ connection: world.connection, log: world.log, connections_max: 3 })
await startWorker(jobs, world.engine, world.outlets)
afterAll(() => jobs.stop({ graceful: true }))

const becomes = (id: string, status: string) =>
  expect.poll(async () => (await documentOf(world, id)).status, { timeout: 20_000 }).toBe(status)

/** Approved while there is no certificate to sign with. */
const held = async () => {
  const { id } = await buildDocument(world)
  await decide(world, 'bakri', id)
  await becomes(id, 'OnHold')
  return id
}

test('held documents go on as soon as their company has a certificate, but for those that a person holds', async () => {
  await sql`DELETE FROM entity_certificates`.execute(world.db)
  const [free, kept] = [await held(), await held()]
  await sql`UPDATE document_history SET actor_name = 'Bakri', actor_id = ${world.company.users.bakri}
    WHERE document_id = ${kept} AND event = 'hold'`.execute(world.db)
  expect((await uploadPkcs12(world, await issuePkcs12(world))).status).toBe(201)
  await becomes(free, 'Validated')
  expect((await documentOf(world, kept)).status).toBe('OnHold')
})
