import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument, documentOf, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { Engine } from '../store/engine.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const moveTo = (environment: 'simulator' | 'preprod') =>
  sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${kinabalu}`.execute(world.db)

test('without credentials for the new environment documents are held, and nothing is sent', async () => {
  await moveTo('preprod')
  const row = await buildDocument(world, { status: 'Approved' })
  await sendApproved(world.engine, row)
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'OnHold',
    environment: 'preprod',
    status_message: expect.stringContaining('missing for the environment that it sends to'),
  })
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  await moveTo('simulator')
})

test('a document that was approved for one environment never goes to another', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const moved: Engine = {
    ...world.engine,
    secrets: async (id) => {
      const secrets = await world.engine.secrets(id)
      return secrets && { ...secrets, environment: 'preprod' }
    },
  }
  await sendApproved(moved, row)
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'Submission Failed',
    status_message: expect.stringContaining('another environment'),
  })
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  await moveTo('preprod')
  const edit = { ...payload(), uuid: row.id, invoice_number: row.invoice_number }
  expect((await submit(world, 'aminah', edit)).body).toMatchObject({ UUIDs: [row.id] })
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'Pending Approval',
    environment: 'preprod',
  })
  await moveTo('simulator')
})

test('a document that is on its way is asked about where it was sent', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  await moveTo('preprod')
  await pollSubmission(world.engine, {
    sender_entity_id: kinabalu,
    submission_uid: row.submission_uid ?? '',
  })
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Validated' })
  await moveTo('simulator')
})
