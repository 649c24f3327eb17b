import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument } from '../../../test/build.ts'
import { clearFaults, planFault } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { ENTITIES } from '../../demo/company.ts'
import { ask } from '../../entities/access/equip.ts'
import type { Credentials } from '../wire/credentials.ts'

const world = await createWorld({ simulator: true })
const { authority } = world.engine
const { tin_no: tin, identity_number, name } = ENTITIES.kinabalu
const kinabalu = async (): Promise<Credentials> => {
  const secrets = await world.engine.secrets(world.company.entities.kinabalu)
  if (!secrets) throw new Error('Kinabalu has no credentials')
  return secrets
}
const own = await kinabalu()

const Registered = z.object({ client_id: z.string(), client_secret: z.string(), qr_code: z.string() })
const register = (taxpayer: { tin: string; id_value: string; name: string; represents?: string[] }) =>
  ask(`${world.simulator_url}/_sim/taxpayers`, Registered, { id_type: 'BRN', ...taxpayer })

describe('whether a TIN belongs to a number', () => {
  const validate = (given: object) =>
    authority.validateTin(own, { tin, id_type: 'BRN', id_value: identity_number, ...given })

  test('is yes for the pair that the authority knows', async () => {
    expect(await validate({})).toMatchObject({ kind: 'answered', value: 'matches' })
  })

  test('is no for another number and for a TIN that nobody has', async () => {
    expect(await validate({ id_value: '199901000001' })).toEqual({ kind: 'absent' })
    expect(await validate({ tin: 'C4040404040' })).toEqual({ kind: 'absent' })
  })

  test('is refused as a question when the TIN is malformed', async () => {
    expect(await validate({ tin: 'nonsense' })).toMatchObject({ kind: 'refused', status: 400 })
  })

  test.each([
    ['503', 'unclear'],
    ['502-html', 'unclear'],
    ['429', 'unavailable'],
    ['huge-body', 'unclear'],
  ])('stays open when the authority answers %s', async (fault, kind) => {
    await planFault(world, 'validate', fault)
    expect(await validate({})).toMatchObject({ kind })
    await clearFaults(world)
  })
})

describe('the search for a TIN', () => {
  test('finds one taxpayer by number or by name', async () => {
    const found = { kind: 'answered', value: { kind: 'found', tin } }
    expect(await authority.searchTin(own, { id_type: 'BRN', id_value: identity_number })).toMatchObject(found)
    expect(await authority.searchTin(own, { name })).toMatchObject(found)
  })

  test('takes the bare sentence about several taxpayers as an answer, not as an error', async () => {
    await register({ tin: 'C70000000010', id_value: '202101000001', name: 'Kembar Sdn Bhd' })
    await register({ tin: 'C70000000020', id_value: '202101000002', name: 'Kembar Sdn Bhd' })
    expect(await authority.searchTin(own, { name: 'Kembar Sdn Bhd' })).toMatchObject({
      kind: 'answered',
      value: { kind: 'inconclusive', message: expect.stringContaining('more than one TIN') },
    })
  })

  test('tells nobody from a bad question', async () => {
    expect(await authority.searchTin(own, { name: 'Tiada Sdn Bhd' })).toEqual({ kind: 'absent' })
    expect(await authority.searchTin(own, {})).toMatchObject({ kind: 'refused', status: 400 })
  })
})

describe('a taxpayer’s QR code', () => {
  test('names the taxpayer, whether scanned or typed', async () => {
    const { qr_code } = await register({
      tin: 'C70000000030',
      id_value: '202101000003',
      name: 'Imbas Sdn Bhd',
    })
    const facts = { tin_no: 'C70000000030', name: 'Imbas Sdn Bhd', identity_type: 'BRN', zipcode: '50480' }
    for (const text of [Buffer.from(qr_code).toString('base64'), qr_code]) {
      expect(await authority.taxpayerFromQr(own, text)).toMatchObject({ kind: 'answered', value: facts })
    }
  })

  test('that is none is nobody’s, and never becomes part of an address', async () => {
    expect(await authority.taxpayerFromQr(own, '../../documenttypes')).toEqual({ kind: 'absent' })
  })
})

describe('the news of the authority', () => {
  test('holds the documents of the last days and what was said about them', async () => {
    const row = await buildDocument(world, { status: 'Validated' })
    const recent = await authority.recent(own)
    if (recent.kind !== 'answered') throw new Error(recent.kind)
    expect(recent.value.total_pages).toBe(1)
    expect(recent.value.documents).toMatchObject([{ number: row.invoice_number, status: 'valid' }])
    const to = world.clock.now()
    const from = new Date(to.getTime() - DAY_MS)
    const told = await authority.notifications(own, { from, to })
    if (told.kind !== 'answered') throw new Error(told.kind)
    expect(told.value.has_next).toBe(false)
    expect(told.value.notifications).toMatchObject([
      { type: '7', subject: expect.stringContaining(row.invoice_number) },
    ])
  })

  test('names the eight types of documents with the versions it takes', async () => {
    const types = await authority.documentTypes(own)
    if (types.kind !== 'answered') throw new Error(types.kind)
    expect(types.value.map(({ code }) => code).toSorted()).toEqual([
      '01',
      '02',
      '03',
      '04',
      '11',
      '12',
      '13',
      '14',
    ])
    expect(types.value[0]?.versions.map((version) => version.name)).toEqual(
      expect.arrayContaining(['1.0', '1.1']),
    )
  })
})

test('an intermediary acts for the taxpayer whom it names', async () => {
  const agent = await register({
    tin: 'C70000000090',
    id_value: '202101000009',
    name: 'Ejen Cukai Sdn Bhd',
    represents: [tin],
  })
  const { client_id, client_secret } = agent
  const acting = { environment: 'simulator', client_id, client_secret, on_behalf_of: tin } as const
  const answer = await authority.recent(acting)
  expect(answer).toMatchObject({ kind: 'answered' })
  const nobody = await authority.recent({ ...acting, on_behalf_of: 'C7999999990' })
  expect(nobody).toMatchObject({ kind: 'unavailable', credentials_refused: true })
})
