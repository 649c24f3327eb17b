import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { entities } from '#contract/entities.ts'
import { buildDocument, decide, documentOf } from '../../../test/build.ts'
import { issuePkcs12, uploadPkcs12 } from '../../../test/certificates.ts'
import { createWorld } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { sendApproved } from '../../documents/sending/send.job.ts'
import { pollSubmission } from '../../documents/verdicts/poll.job.ts'
import { ask } from './equip.ts'

const world = await createWorld({ simulator: true })
const { kinabalu } = world.company.entities
const { tin_no, identity_number } = ENTITIES.kinabalu
const AGENT = { tin: 'C70000000090', brn: '202101000009', name: 'Ejen Cukai Sdn Bhd' }

const Keys = z.object({ client_id: z.string(), client_secret: z.string() })
const { client_id, client_secret } = await ask(`${world.simulator_url}/_sim/taxpayers`, Keys, {
  ...{ tin: AGENT.tin, id_type: 'BRN', id_value: AGENT.brn, name: AGENT.name },
  represents: [tin_no],
})
/** Kinabalu signs in with the intermediary's credentials. */
const actFor = (on_behalf_of: string) =>
  world.as('devi').call(entities.setCredentials, {
    params: { id: kinabalu },
    body: { environment: 'simulator', client_id, client_secret, on_behalf_of },
  })
const upload = async (wanted?: Parameters<typeof issuePkcs12>[1]) =>
  uploadPkcs12(world, await issuePkcs12(world, wanted))
const certificates = async () => {
  const { body } = await world.as('devi').call(entities.get, { params: { id: kinabalu } })
  return (body.access[0]?.certificates ?? []).map(({ subject, state, problem }) => ({
    subject,
    state,
    problem,
  }))
}
const OWN =
  'LHDN expects the certificate of the intermediary whose credentials are used; this is the company’s own.'

beforeAll(async () => {
  expect((await actFor(tin_no)).status).toBe(200)
})

test('beside its credentials the company’s own certificate is warned of, and LHDN refuses it', async () => {
  expect(await certificates()).toMatchObject([{ state: 'in_use', problem: OWN }])
  const { body } = await world.as('devi').call(entities.get, { params: { id: kinabalu } })
  expect(body.obstacle).toBe(OWN)
  const { id } = await buildDocument(world)
  await decide(world, 'bakri', id)
  await sendApproved(world.engine, await documentOf(world, id))
  const { sender_entity_id, submission_uid } = await documentOf(world, id)
  await pollSubmission(world.engine, { sender_entity_id, submission_uid: submission_uid ?? '' })
  const { status, status_message } = await documentOf(world, id)
  expect([status, status_message]).toEqual([
    'Invalid',
    expect.stringMatching(/belongs to another TIN\..* or of the intermediary whose credentials act for it\./),
  ])
})

test('the intermediary’s takes its place at once, and what it signs is valid', async () => {
  const { status, body } = await upload(AGENT)
  expect([status, body.file]).toEqual([201, undefined])
  expect(await certificates()).toEqual([
    { state: 'in_use', problem: '', subject: expect.stringContaining(`organizationIdentifier=${AGENT.tin}`) },
  ])
  await buildDocument(world, { status: 'Validated' })
})

test('its credentials that name the company’s former TIN are an obstacle, as when they are entered', async () => {
  const rename = (tin: string) =>
    world.as('devi').callWrongly(entities.update, { params: { id: kinabalu }, body: { tin_no: tin } })
  const { body } = await rename('C20935518040')
  expect(body.obstacle).toBe(
    `The credentials for the simulator act for TIN ${tin_no}; the TIN of this company is C20935518040.`,
  )
  expect((await rename(tin_no)).body.obstacle).toBe('')
})

test('the owner of a business, who names its number, may sign with the own one', async () => {
  await actFor(`${tin_no}:${identity_number}`)
  expect((await upload({ until_days: 700 })).status).toBe(201)
  expect((await certificates()).map(({ problem }) => problem)).toEqual(['', ''])
})

test('once the company signs in by itself the intermediary’s does not fit any more', async () => {
  await actFor('')
  const [used] = await certificates()
  expect(used?.problem).toBe(`The certificate is for TIN ${AGENT.tin}; the TIN of this company is ${tin_no}.`)
  expect((await upload(AGENT)).status).toBe(400)
})
