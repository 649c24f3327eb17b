import { createPrivateKey, X509Certificate } from 'node:crypto'
import os from 'node:os'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, SELAT } from '../../test/build.ts'
import { entry, startWorld, type TestWorld } from '../../test/sender.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

test('the ledger lists what was accepted, in order, and nothing else', async () => {
  const token = await world.enter()
  const documents = [
    buildXml({ version: '1.0' }),
    buildXml({ version: '1.0', buyer: { ...SELAT, name: 'SIM REJECT' } }),
    buildXml({ version: '1.0' }),
  ]
  const { json } = await world.submit(token, documents)
  const ledger = await world.call('GET', '/_sim/ledger')
  const [first, , last] = documents.map(entry)
  expect(ledger.json).toEqual(
    [first, last].map((one, index) => ({
      uuid: json.acceptedDocuments[index].uuid,
      submissionUid: json.submissionUid,
      codeNumber: one?.codeNumber,
      issuerTin: KINABALU.tin,
      documentHash: one?.documentHash,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      status: 'Valid',
    })),
  )
  const one = await world.call('GET', `/_sim/ledger?codeNumber=${first?.codeNumber}`)
  expect(one.json).toEqual([ledger.json[0]])
})

describe('clock', () => {
  test('moves both ways and says so', async () => {
    const before = Date.now()
    const moved = await world.control('clock', { advance_ms: 86_400_000 })
    expect(moved.offset_ms).toBe(86_400_000)
    expect(Date.parse(moved.now) - before).toBeGreaterThanOrEqual(86_400_000)
    expect((await world.control('clock', { advance_ms: -86_400_000 })).offset_ms).toBe(0)
  })

  test.each([{ advance_ms: '1' }, { advance_ms: 1.5 }, { advance_ms: 1e15 }, {}])(
    'refuses %j',
    async (body) => {
      expect((await world.call('POST', '/_sim/clock', { body })).status).toBe(400)
    },
  )
})

test('settings: named ones change, unknown or bad ones are refused', async () => {
  const before = (await world.call('GET', '/_sim/settings')).json
  expect(before).toEqual({
    validation_delay_ms: 0,
    rate_limits: false,
    search_lag_ms: 0,
    lookup_lag_ms: 0,
    shape: 'recorded',
    limits: {},
  })
  expect(await world.control('settings', { search_lag_ms: 5 }, 'PUT')).toEqual({
    ...before,
    search_lag_ms: 5,
  })
  const wrong = [
    { colour: 'red' },
    { rate_limits: 'yes' },
    { search_lag_ms: -1 },
    { shape: 'round' },
    { colour: 'recorded' },
    { limits: { submit: 0 } },
    { limits: { coffee: 5 } },
    { limits: [5] },
    { limits: null },
  ]
  for (const body of wrong) {
    expect((await world.call('PUT', '/_sim/settings', { body })).status).toBe(400)
  }
  await world.control('settings', before, 'PUT')
})

describe('taxpayers', () => {
  test('the same TIN keeps its credentials', async () => {
    const first = await world.register(SELAT)
    expect(await world.register({ ...SELAT, name: 'Selat Foods Berhad' })).toEqual(first)
    expect(first.client_secret).not.toBe(first.client_secret_2)
  })

  test.each([{ tin: 'X1' }, { id_type: 'CAR' }, { id_value: '' }, { name: 7 }, { represents: 'all' }])(
    'refuses %j',
    async (wrong) => {
      expect((await world.call('POST', '/_sim/taxpayers', { body: { ...SELAT, ...wrong } })).status).toBe(400)
    },
  )
})

describe('certificates', () => {
  test('carry the published profile, as PEM and as PKCS#12', async () => {
    const body = { tin: KINABALU.tin, brn: KINABALU.id_value, name: KINABALU.name }
    const issued = (await world.call('POST', '/_sim/certificates', { body })).json
    const certificate = new X509Certificate(issued.certificate_pem)
    expect(certificate.subject.split('\n')).toEqual([
      'C=MY',
      `O=${KINABALU.name}`,
      `organizationIdentifier=${KINABALU.tin}`,
      `CN=${KINABALU.name}`,
      `serialNumber=${KINABALU.id_value}`,
    ])
    expect(certificate.keyUsage).toEqual(['1.3.6.1.4.1.311.10.3.12'])
    expect(certificate.checkPrivateKey(createPrivateKey(issued.private_key_pem))).toBe(true)
    // As long as certificates may have them.
    expect(BigInt(`0x${certificate.serialNumber}`).toString()).toMatch(/^\d{48}$/)
    const usage = forge.pki.certificateFromPem(issued.certificate_pem).getExtension('keyUsage')
    expect(usage).toMatchObject({ nonRepudiation: true, digitalSignature: false })
    const asn1 = forge.asn1.fromDer(forge.util.decode64(issued.pkcs12_base64))
    const store = forge.pkcs12.pkcs12FromAsn1(asn1, issued.password)
    const oid = forge.pki.oids.pkcs8ShroudedKeyBag ?? ''
    expect(store.getBags({ bagType: oid })[oid]).toHaveLength(1)
  })

  test('take their validity from the request, and refuse nonsense', async () => {
    const body = {
      tin: KINABALU.tin,
      brn: '1',
      name: 'x',
      not_before: '2026-01-01T00:00:00Z',
      not_after: '2026-02-01T00:00:00Z',
    }
    const issued = (await world.call('POST', '/_sim/certificates', { body })).json
    expect(new X509Certificate(issued.certificate_pem).validTo).toBe('Feb  1 00:00:00 2026 GMT')
    for (const wrong of [{ not_before: 'soon' }, { not_after: '2025-01-01T00:00:00Z' }, { tin: 5 }]) {
      expect((await world.call('POST', '/_sim/certificates', { body: { ...body, ...wrong } })).status).toBe(
        400,
      )
    }
  })
})

describe('rate limits', () => {
  const NOON = Date.parse('2026-11-21T12:00:00Z')

  test('refuse the 13th login of a minute with 429 and Retry-After, and forget after it', async () => {
    const limited = await startWorld({ rate_limits: true, now: () => NOON })
    const credentials = await limited.register(KINABALU)
    const form = {
      client_id: credentials.client_id,
      client_secret: credentials.client_secret,
      grant_type: 'client_credentials',
    }
    const login = () =>
      limited.call('POST', '/connect/token', {
        body: new URLSearchParams(form).toString(),
        type: 'application/x-www-form-urlencoded',
      })
    const answers = []
    for (let count = 0; count < 13; count += 1) answers.push(await login())
    expect(answers.map((one) => one.status)).toEqual([...Array(12).fill(200), 429])
    const refused = answers[12]
    expect(answers[0]?.headers.get('x-rate-limit-remaining')).toBe('11')
    expect(answers[11]?.headers.get('x-rate-limit-reset')).toBeNull()
    expect(refused?.headers.get('retry-after')).toBe('60')
    expect(refused?.headers.get('x-rate-limit-reset')).toBe('2026-11-21T12:01:00.0000000Z')
    await limited.control('clock', { advance_ms: 60_000 })
    expect((await login()).status).toBe(200)
    await limited.close()
  })

  test('follow the control call, for one call or all, and the open minute with them', async () => {
    const limited = await startWorld({ rate_limits: true, now: () => NOON })
    const token = await limited.enter()
    const ask = async (path: string) => {
      const { status, headers } = await limited.call('GET', `/api/v1.0/${path}`, { token })
      return [status, headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')]
    }
    const taxpayer = `taxpayer/validate/${KINABALU.tin}?idType=BRN&idValue=${KINABALU.id_value}`
    expect(await ask(taxpayer)).toEqual([200, '60', '59'])
    await limited.control('settings', { limits: { '*': 2, raw: 7 } }, 'PUT')
    expect(await ask(taxpayer)).toEqual([200, '2', '0'])
    expect(await ask(taxpayer)).toEqual([429, '2', '0'])
    expect(await ask('documents/x/raw')).toEqual([404, '7', '6'])
    expect(await ask('notifications/taxpayer')).toEqual([200, null, null])
    await limited.control('settings', { limits: { validate: 400, notifications: 5 } }, 'PUT')
    expect(await ask(taxpayer)).toEqual([200, '400', '397'])
    expect(await ask('notifications/taxpayer')).toEqual([200, '5', '4'])
    await limited.control('settings', { limits: {} }, 'PUT')
    expect(await ask(taxpayer)).toEqual([200, '60', '56'])
    await limited.close()
  })

  test('let a client search once in five seconds', async () => {
    const limited = await startWorld({ rate_limits: true, now: () => NOON })
    const token = await limited.enter()
    const search = async () => {
      const query = 'issueDateFrom=2026-11-01&issueDateTo=2026-11-02'
      const answer = await limited.call('GET', `/api/v1.0/documents/search?${query}`, { token })
      return [answer.status, answer.headers.get('retry-after')]
    }
    expect(await search()).toEqual([200, null])
    expect(await search()).toEqual([429, '5'])
    await limited.control('clock', { advance_ms: 5000 })
    expect(await search()).toEqual([200, null])
    await limited.close()
  })
})

test('control calls answer to loopback only', async () => {
  const address = Object.values(os.networkInterfaces())
    .flat()
    .find((one) => one && one.family === 'IPv4' && !one.internal)?.address
  if (!address) return expect(address).toBeUndefined()
  const open = await startWorld({ host: '0.0.0.0' })
  const from = `http://${address}:${new URL(open.url).port}`
  expect((await fetch(`${from}/_sim/ledger`)).status).toBe(404)
  expect((await fetch(`${from}/healthz`)).status).toBe(200)
  await open.close()
})

test('every answer carries a correlation id, unknown paths are 404 in the usual shape', async () => {
  const answer = await world.call('GET', '/api/v1.0/nothing')
  expect([answer.status, answer.json.error.code]).toEqual([404, 'NotFound'])
  expect(answer.headers.get('correlationid')).toMatch(/^0HN[0-9A-Z]{10}:[0-9A-F]{8}$/)
})

test('a body beyond 8 MB is 413', async () => {
  const answer = await world.call('POST', '/_sim/verify', { body: 'x'.repeat(8_000_001), type: 'text/xml' })
  expect([answer.status, answer.json.error.code]).toEqual([413, 'MaximumSizeExceeded'])
})
