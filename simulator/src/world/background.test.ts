import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, newNumber, SELAT, type Signer, signXml } from '../../test/build.ts'
import { codesOf, startWorld, type TestWorld } from '../../test/sender.ts'

const PERSON = { tin: 'IG12345678910', id_type: 'NRIC', id_value: '770625015324', name: 'Siti binti Ali' }

let world: TestWorld
let token: string

beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
  await world.register(PERSON)
})
afterAll(() => world.close())

/** Submits one unsigned 1.0 document and tells its uuid. */
const send = async (document: string): Promise<string> => {
  const { json, text } = await world.submit(token, [document])
  expect(text).toContain('"rejectedDocuments":[]')
  return json.acceptedDocuments[0].uuid
}
const codesFor = async (document: string): Promise<string[]> =>
  codesOf(await world.details(token, await send(document)))

const xml = (more: Parameters<typeof buildXml>[0] = {}): string => buildXml({ version: '1.0', ...more })

describe('taxpayers', () => {
  test.each([
    ['an unregistered buyer with a well-formed TIN', SELAT],
    ['a registered person with the right NRIC', PERSON],
    ['the general public with an NRIC', { ...PERSON, tin: 'EI00000000010' }],
    ['a foreign buyer', { ...PERSON, tin: 'EI00000000020', id_type: 'PASSPORT', id_value: 'A12345678' }],
  ])('%s is fine', async (_, buyer) => {
    expect(await codesFor(xml({ buyer }))).toEqual([])
  })

  test.each([
    ['the reserved unknown TIN', { ...SELAT, tin: 'C4040404040' }, 'ERR406'],
    ['the sentinel SIM INVALID', { ...SELAT, name: 'SIM INVALID' }, 'ERR406'],
    ['a registered person with another NRIC', { ...PERSON, id_value: '770625015325' }, 'ERR206'],
    ['a registered person under a BRN', { ...PERSON, id_type: 'BRN' }, 'ERR205'],
    ['the general public without a number', { ...SELAT, tin: 'EI00000000010', id_value: 'NA' }, 'ERR236'],
  ])('%s is refused', async (_, buyer, code) => {
    expect(await codesFor(xml({ buyer }))).toEqual([code])
  })

  test('the buyer-only general TIN as supplier of a self-billed invoice is ERR208', async () => {
    const supplier = { ...SELAT, tin: 'EI00000000020', id_value: 'A1234567', id_type: 'PASSPORT' }
    expect(await codesFor(xml({ type: '11', supplier, buyer: KINABALU }))).toEqual(['ERR208'])
  })

  test('a consolidated document to the general public needs no number', async () => {
    const document = xml({
      buyer: { ...SELAT, tin: 'EI00000000010', id_value: 'NA', name: 'General Public' },
    })
    expect(await codesFor(document.replace('>003<', '>004<'))).toEqual([])
  })
})

describe('references', () => {
  const note = (uuid: string, number: string, more: object = {}): string =>
    xml({ type: '02', reference: { uuid, number }, ...more })

  test('a note to a valid original is valid, and one whose original never was an e-invoice', async () => {
    const number = newNumber()
    const uuid = await send(xml({ number }))
    await world.details(token, uuid)
    expect(await codesFor(note(uuid, number))).toEqual([])
    expect(await codesFor(note('NA', 'NA'))).toEqual([])
  })

  test('an original that is unknown, invalid, of another number, receiver or kind', async () => {
    const number = newNumber()
    const uuid = await send(xml({ number }))
    const invalid = await send(xml({ number: 'INV-BAD', buyer: { ...SELAT, name: 'SIM INVALID' } }))
    const unknown = '0'.repeat(26)
    expect(await codesFor(note(unknown, number))).toEqual(['DR301'])
    expect(await codesFor(note(invalid, 'INV-BAD'))).toEqual(['DR303'])
    expect(await codesFor(note(uuid, number, { buyer: PERSON }))).toEqual(['DR308'])
    expect(await codesFor(note(uuid, 'INV-OTHER'))).toEqual(['DR305'])
    const selfBilled = { type: '12', supplier: SELAT, buyer: KINABALU, reference: { uuid, number } }
    expect(await codesFor(xml(selfBilled))).toEqual(['DR306'])
  })

  test('an original of another person under the same general TIN', async () => {
    const foreigner = (id_value: string) => ({
      buyer: { ...SELAT, tin: 'EI00000000020', id_type: 'PASSPORT', id_value },
    })
    const number = newNumber()
    const uuid = await send(xml({ number, ...foreigner('A1234567') }))
    expect(await codesFor(note(uuid, number, foreigner('B7654321')))).toEqual(['DR308'])
    expect(await codesFor(note(uuid, number, foreigner('A1234567')))).toEqual([])
  })
})

describe('currency', () => {
  const exchange = (rate: string): string =>
    '<cac:TaxExchangeRate><cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode>' +
    '<cbc:TargetCurrencyCode>MYR</cbc:TargetCurrencyCode>' +
    `<cbc:CalculationRate>${rate}</cbc:CalculationRate></cac:TaxExchangeRate><cac:TaxTotal>`

  test('an amount in another currency than the document is DC502', async () => {
    expect(
      await codesFor(xml().replace('PriceAmount currencyID="MYR"', 'PriceAmount currencyID="USD"')),
    ).toEqual(['DC502'])
  })

  test('a tax in another currency than TaxCurrencyCode is DC501, in that currency it is fine', async () => {
    const usd = (taxCurrency: string): string =>
      xml()
        .replaceAll('currencyID="MYR"', 'currencyID="USD"')
        .replace('>MYR</cbc:DocumentCurrencyCode>', `>USD</cbc:DocumentCurrencyCode>${taxCurrency}`)
        .replace('<cac:TaxTotal>', exchange('4.7'))
    const inMyr = '<cbc:TaxCurrencyCode>MYR</cbc:TaxCurrencyCode>'
    expect(new Set(await codesFor(usd(inMyr)))).toEqual(new Set(['DC501']))
    expect(
      await codesFor(usd(inMyr).replaceAll('TaxAmount currencyID="USD"', 'TaxAmount currencyID="MYR"')),
    ).toEqual([])
    expect(await codesFor(usd(''))).toEqual([])
  })

  test('totals of the summary are in MYR', async () => {
    const usd = xml().replaceAll('MYR', 'USD').replace('<cac:TaxTotal>', exchange('4.71'))
    const { json } = await world.details(token, await send(usd))
    expect(json.totalPayableAmount).toBe(499.26)
  })
})

describe('time', () => {
  test('the verdict comes after the delay on the simulator clock and is dated when it was due', async () => {
    await world.control('settings', { validation_delay_ms: 60_000 }, 'PUT')
    const uuid = await send(xml())
    expect((await world.details(token, uuid)).json).toMatchObject({
      status: 'Submitted',
      longId: '',
      dateTimeValidated: null,
    })
    await world.control('clock', { advance_ms: 59_000 })
    expect((await world.details(token, uuid)).json.status).toBe('Submitted')
    await world.control('clock', { advance_ms: 1_800_000 })
    const { json } = await world.details(token, uuid)
    expect(json.status).toBe('Valid')
    expect(Date.parse(json.dateTimeValidated) - Date.parse(json.dateTimeReceived)).toBe(60_000)
    await world.control('clock', { advance_ms: -1_859_000 })
    await world.control('settings', { validation_delay_ms: 0 }, 'PUT')
  })

  test('SIM SLOW n takes n seconds', async () => {
    const uuid = await send(xml({ buyer: { ...SELAT, name: 'SIM SLOW 90' } }))
    expect((await world.details(token, uuid)).json.status).toBe('Submitted')
    expect((await world.details(token, await send(xml()))).json.status).toBe('Valid')
    await world.control('clock', { advance_ms: 91_000 })
    expect((await world.details(token, uuid)).json.status).toBe('Valid')
    await world.control('clock', { advance_ms: -91_000 })
  })

  test('an earlier copy that is invalid does not make the next one a duplicate', async () => {
    const document = xml({ buyer: { ...SELAT, name: 'SIM INVALID' } })
    expect(await codesFor(document)).toEqual(['ERR406'])
    await world.control('clock', { advance_ms: 660_000 })
    expect(await codesFor(document)).toEqual(['ERR406'])
    await world.control('clock', { advance_ms: -660_000 })
  })

  test('a duplicate after two hours is a second valid document', async () => {
    const document = xml()
    await world.details(token, await send(document))
    await world.control('clock', { advance_ms: 2 * 3_600_000 + 60_000 })
    token = await world.enter()
    expect(await codesFor(document)).toEqual([])
    await world.control('clock', { advance_ms: -(2 * 3_600_000 + 60_000) })
    token = await world.enter()
  })
})

test('an intermediary submits with his own certificate once the taxpayer lets him', async () => {
  const agent = { tin: 'C99887766550', id_type: 'BRN', id_value: '201501055555', name: 'Ejen Sdn Bhd' }
  const signer: Signer = await world.certificate(agent)
  const credentials = await world.register(agent)
  const onbehalfof = { onbehalfof: KINABALU.tin }
  const stranger = await world.login(credentials, onbehalfof)
  const refused = await world.submit(stranger, [signXml(buildXml(), signer)])
  expect([refused.status, refused.json.error.code]).toEqual([403, 'IncorrectSubmitter'])

  await world.register(agent, { represents: [KINABALU.tin] })
  const { json } = await world.submit(stranger, [signXml(buildXml(), signer)])
  const { uuid } = json.acceptedDocuments[0]
  expect(codesOf(await world.details(stranger, uuid))).toEqual([])
  const others = await world.call('GET', `/api/v1.0/documentsubmissions/${json.submissionUid}`, { token })
  expect(others.status).toBe(404)
  const own = await world.submit(token, [xml()])
  expect((await world.details(stranger, own.json.acceptedDocuments[0].uuid)).status).toBe(404)
})
