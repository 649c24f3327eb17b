import { AsyncResource } from 'node:async_hooks'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import { entities } from '#contract/entities.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { planFault } from '../../../test/simulator.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { resolveCancellation } from '../../documents/cancelling/cancellation.job.ts'
import { cancellationsOf } from '../../documents/cancelling/cancellations.ts'
import { questionOf } from '../../documents/life/await-verdict.ts'
import { sendApproved } from '../../documents/sending/send.job.ts'
import type { Engine, Step } from '../../documents/store/engine.ts'
import { pollSubmission } from '../../documents/verdicts/poll.job.ts'
import { ask } from './equip.ts'

const { tin_no } = ENTITIES.kinabalu
const Keys = z.object({ client_id: z.string(), client_secret: z.string() })
type Keys = z.output<typeof Keys>

let world: World
let own: Keys
let agent: Keys

beforeEach(async () => {
  world = await createWorld({ simulator: true })
  own = Keys.parse(await world.engine.secrets(world.company.entities.kinabalu))
  agent = await ask(`${world.simulator_url}/_sim/taxpayers`, Keys, {
    ...{ tin: 'C70000000090', id_type: 'BRN', id_value: '202101000009', name: 'Ejen Cukai Sdn Bhd' },
    represents: [tin_no],
  })
})

const set = ({ client_id, client_secret }: Keys, on_behalf_of = '') =>
  world.as('devi').callWrongly(entities.setCredentials, {
    params: { id: world.company.entities.kinabalu },
    body: { environment: 'simulator', client_id, client_secret, on_behalf_of },
  })

/** Runs as if called from here, where no transaction is open. */
const outside = AsyncResource.bind(<T>(work: () => Promise<T>) => work())

test('while LHDN has still to judge what was sent, the credentials stay those of who sent it', async () => {
  const { id } = await buildDocument(world, { status: 'Submitted' })
  const refused = await set(agent, tin_no)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'documents_open',
    detail: expect.stringMatching(
      /^Submitted: 1, Outcome Unknown: 0, cancellations: 0\. .* only to who sent them/,
    ),
  })
  // Another key of the same taxpayer's sees the same.
  expect((await set({ ...own, client_id: 'another-of-its-own' })).status).toBe(200)
  expect((await set(own)).status).toBe(200)
  await pollSubmission(world.engine, questionOf(await documentOf(world, id)))
  expect((await documentOf(world, id)).status).toBe('Validated')
  expect((await set(agent, tin_no)).status).toBe(200)

  await buildDocument(world, { status: 'Submitted' })
  expect((await set(own)).status).toBe(409)
  expect((await set({ ...agent, client_secret: 'a newer one' }, tin_no)).status).toBe(200)
})

test('nothing is sent by credentials that another submitter’s replaced while the batch was built', async () => {
  const row = await buildDocument(world, { status: 'Approved' })
  const steps: Step[] = []
  const used: string[] = []
  const { authority } = world.engine
  const engine: Engine = {
    ...world.engine,
    step: async (name) => {
      steps.push(name)
      if (name !== 'send: built' || steps.indexOf(name) < steps.length - 1) return
      // The step stands in the sender's transaction, which this is not part of.
      world.clock.advance(1_000)
      await outside(async () => expect((await set(agent, tin_no)).status).toBe(200))
    },
    authority: {
      ...authority,
      submit: (credentials, outgoing) => {
        used.push(credentials.client_id)
        return authority.submit(credentials, outgoing)
      },
    },
  }
  await sendApproved(engine, row)
  expect(used).toEqual([agent.client_id])
  expect(steps.filter((name) => name === 'send: built')).toHaveLength(2)
  expect((await documentOf(world, row.id)).status).toBe('Submitted')
  expect((await set(own)).status).toBe(409)
})

test('where LHDN takes them no more they tell nothing, and others take their place', async () => {
  await buildDocument(world, { status: 'Submitted' })
  await set({ ...own, client_secret: 'revoked' })
  expect((await set(agent, tin_no)).status).toBe(200)
})

test('an answer that was lost is found or decided about first, whatever LHDN takes', async () => {
  const { id } = await buildDocument(world, { status: 'Outcome Unknown' })
  expect((await set(agent, tin_no)).body.code).toBe('documents_open')
  await set({ ...own, client_secret: 'revoked' })
  expect((await set(agent, tin_no)).body).toMatchObject({
    detail: expect.stringMatching(/^Submitted: 0, Outcome Unknown: 1, cancellations: 0\. .* two hours after/),
  })
  world.clock.advance(2 * HOUR_MS)
  const decided = { params: { uuid: id }, body: { outcome: 'not_arrived' } } as const
  expect((await world.as('bakri').call(documents.settle, decided)).body).toMatchObject({ status: 'Approved' })
  expect((await set(agent, tin_no)).status).toBe(200)
})

test('a cancellation whose answer was lost is asked about first by those who asked for it', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  await planFault(world, 'state', '504-after-accept')
  await planFault(world, 'details', '503')
  await world.as('devi').call(documents.cancel, { params: { uuid: id }, body: { reason: 'Wrong buyer' } })
  expect((await set(agent, tin_no)).body).toMatchObject({
    code: 'documents_open',
    detail: expect.stringMatching(/^Submitted: 0, Outcome Unknown: 0, cancellations: 1\. /),
  })
  const open = await cancellationsOf(world.db, id)
  world.clock.advance(HOUR_MS)
  for (const one of open) await resolveCancellation(world.engine, one.id)
  expect((await documentOf(world, id)).status).toBe('User Cancelled')
  expect((await set(agent, tin_no)).status).toBe(200)
})

test('what LHDN has not judged for three days is waited for no longer', async () => {
  await buildDocument(world, { status: 'Submitted' })
  world.clock.advance(73 * HOUR_MS)
  expect((await set(agent, tin_no)).status).toBe(200)
})
