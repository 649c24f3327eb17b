import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { buildDocument, documentOf, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { pollSubmission } from '../verdicts/poll.job.ts'
import { sendApproved } from './send.job.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities

const moveTo = (environment: 'simulator' | 'preprod') =>
  sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${kinabalu}`.execute(world.db)

afterEach(() => moveTo('simulator'))

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
})

test('a document that was approved for one environment never goes to another', async () => {
  // A number that no other document has where the company sends to afterwards.
  const own = { source: 'ERP', invoice_number: 'GOES-ALONG-1' }
  const row = await buildDocument(world, { status: 'Approved', ...own })
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
  const edit = payload({ uuid: row.id, ...own })
  expect((await submit(world, 'aminah', edit)).body).toMatchObject({ UUIDs: [row.id] })
  expect(await documentOf(world, row.id)).toMatchObject({
    status: 'Pending Approval',
    environment: 'preprod',
  })
})

test('nothing is sent where the company sent to before it waited for its turn', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  let turns = 0
  const authority = {
    ...world.engine.authority,
    awaitTurn: async (credentials: Secrets) => {
      turns += 1
      if (turns === 1) await moveTo('preprod')
      return world.engine.authority.awaitTurn(credentials)
    },
  }
  await sendApproved({ ...world.engine, authority }, row)
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'OnHold' })
  expect(await ledgerOf(world, row.invoice_number)).toEqual([])
  expect(turns).toBe(1)
})

test('what is replaced while a turn is waited for is used in the next one', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const used: string[] = []
  let stored = 'former'
  const { authority } = world.engine
  const engine: Engine = {
    ...world.engine,
    secrets: async (id) => {
      const secrets = await world.engine.secrets(id)
      return secrets && { ...secrets, client_id: stored }
    },
    authority: {
      ...authority,
      awaitTurn: async ({ client_id, ...credentials }) => {
        used.push(`turn of ${client_id}`)
        stored = 'newer'
        return authority.awaitTurn({ client_id, ...credentials })
      },
      submit: async ({ client_id }, outgoing) => {
        used.push(`sent by ${client_id}`)
        const own = await world.engine.secrets(kinabalu)
        return authority.submit(own ?? { environment: 'simulator', client_id, client_secret: '' }, outgoing)
      },
    },
  }
  await sendApproved(engine, row)
  expect(used).toEqual(['turn of former', 'turn of newer', 'sent by newer'])
  expect(await ledgerOf(world, row.invoice_number)).toHaveLength(1)
})

test('a document that is on its way is asked about where it was sent', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  await moveTo('preprod')
  await pollSubmission(world.engine, {
    sender_entity_id: kinabalu,
    submission_uid: row.submission_uid ?? '',
  })
  expect(await documentOf(world, row.id)).toMatchObject({ status: 'Validated' })
})
