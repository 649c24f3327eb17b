import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, newNumber, SELAT } from '../../test/build.ts'
import { type Credentials, entry, startWorld, type TestWorld } from '../../test/sender.ts'

const API = '/api/v1.0'
const HOUR_MS = 3_600_000

let world: TestWorld
let credentials: Credentials
let token: string
let buyer: string

beforeAll(async () => {
  world = await startWorld()
  credentials = await world.register(KINABALU)
  token = await world.login(credentials)
  buyer = await world.enter(SELAT)
})
afterAll(() => world.close())

const send = async (
  document = buildXml({ version: '1.0' }),
): Promise<{ uuid: string; submissionUid: string }> => {
  const { json } = await world.submit(token, [document])
  return { uuid: json.acceptedDocuments[0].uuid, submissionUid: json.submissionUid }
}
const get = (path: string, as = token) => world.call('GET', `${API}${path}`, { token: as })
const change = (uuid: string, body: object, as = token) =>
  world.call('PUT', `${API}/documents/state/${uuid}/state`, { token: as, body })

describe('token', () => {
  const ask = (form: Record<string, string>, headers = {}) =>
    world.call('POST', '/connect/token', {
      body: new URLSearchParams(form).toString(),
      type: 'application/x-www-form-urlencoded',
      headers,
    })
  const right = () => ({
    client_id: credentials.client_id,
    client_secret: credentials.client_secret,
    grant_type: 'client_credentials',
    scope: 'InvoicingAPI',
  })

  test('either secret gives a bearer token of one hour', async () => {
    for (const client_secret of [credentials.client_secret, credentials.client_secret_2]) {
      const { status, json } = await ask({ ...right(), client_secret })
      expect(status).toBe(200)
      expect(json).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expires_in: 3600,
        token_type: 'Bearer',
        scope: 'InvoicingAPI',
      })
    }
  })

  test.each([
    ['a wrong secret', { client_secret: 'x' }, {}, 'invalid_client'],
    ['an unknown client', { client_id: 'x' }, {}, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, {}, 'unsupported_grant_type'],
    ['another scope', { scope: 'All' }, {}, 'invalid_scope'],
    ['no client', { client_id: '' }, {}, 'invalid_request'],
    ['an unknown represented taxpayer', {}, { onbehalfof: 'C4040404040' }, 'invalid_grant'],
    ['a represented taxpayer with a wrong number', {}, { onbehalfof: `${SELAT.tin}:1` }, 'invalid_grant'],
  ])('%s is refused in the OAuth shape', async (_, form, headers, error) => {
    const answer = await ask({ ...right(), ...form }, headers)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ error, error_description: expect.any(String), error_uri: null })
  })

  test('a missing, changed or expired token is 401', async () => {
    for (const bad of ['', 'x.y.z', `${token.slice(0, -2)}AA`]) {
      expect((await get('/documents/recent', bad)).status).toBe(401)
    }
    await world.control('clock', { advance_ms: HOUR_MS + 1000 })
    expect((await get('/documents/recent')).status).toBe(401)
    await world.control('clock', { advance_ms: -HOUR_MS - 1000 })
    expect((await get('/documents/recent')).status).toBe(200)
  })
})

describe('the envelope of a submission', () => {
  const post = (body: object | string) => world.call('POST', `${API}/documentsubmissions`, { token, body })
  const document = () => entry(buildXml({ version: '1.0' }))

  test.each<[string, () => object | string, string]>([
    ['no JSON', () => '{', 'ValidationError'],
    ['no documents', () => ({}), 'ValidationError'],
    ['an empty list', () => ({ documents: [] }), 'ValidationError'],
    ['something beside the documents', () => ({ documents: [document()], more: 1 }), 'ValidationError'],
    [
      'something beside the four fields',
      () => ({ documents: [{ ...document(), more: 1 }] }),
      'ValidationError',
    ],
    ['an unknown format', () => ({ documents: [{ ...document(), format: 'PDF' }] }), 'ValidationError'],
    [
      'both formats',
      () => ({ documents: [document(), { ...document(), format: 'JSON' }] }),
      'ValidationError',
    ],
    ['101 documents', () => ({ documents: Array.from({ length: 101 }, document) }), 'MaximumSizeExceeded'],
    [
      'a document over 300 KB',
      () => ({ documents: [{ ...entry('x'.repeat(300_001)), codeNumber: 'INV-1' }] }),
      'MaximumSizeExceeded',
    ],
    [
      'over 5 MB',
      () => ({ documents: [{ ...document(), codeNumber: 'x'.repeat(5_000_000) }] }),
      'MaximumSizeExceeded',
    ],
  ])('%s is refused as a whole', async (_, body, code) => {
    const answer = await post(body())
    expect([answer.status, answer.json.error.code]).toEqual([400, code])
  })

  test('a document of another taxpayer refuses the whole submission', async () => {
    const answer = await world.submit(token, [buildXml({ version: '1.0', supplier: SELAT })])
    expect(answer.status).toBe(400)
    expect(answer.json.error.message).toBe('The authenticated TIN and documents TIN is not matching ')
  })

  test('the format may be written in lower case, the path with or without slash', async () => {
    expect(
      (await post({ documents: [{ ...document(), format: 'xml' }] })).json.acceptedDocuments,
    ).toHaveLength(1)
    expect((await world.submit(token, [buildXml({ version: '1.0' })])).status).toBe(202)
  })
})

describe('cancel and reject', () => {
  test('the issuer cancels a valid document once', async () => {
    const { uuid } = await send()
    const answer = await change(uuid, { status: 'cancelled', reason: 'Wrong buyer' })
    expect([answer.status, answer.json]).toEqual([200, { uuid, status: 'Cancelled', error: null }])
    expect((await world.details(token, uuid)).json).toMatchObject({
      status: 'Cancelled',
      documentStatusReason: 'Wrong buyer',
    })
    expect((await change(uuid, { status: 'cancelled', reason: 'again' })).json.error.code).toBe(
      'IncorrectState',
    )
  })

  test('the window of 72 hours counts from the validation', async () => {
    const { uuid } = await send()
    await world.details(token, uuid)
    await world.control('clock', { advance_ms: 72 * HOUR_MS + 60_000 })
    const late = await change(uuid, { status: 'cancelled', reason: 'x' }, await world.login(credentials))
    expect([late.status, late.json.error.details[0].code]).toEqual([400, 'OperationPeriodOver'])
    await world.control('clock', { advance_ms: -120_000 })
    expect(
      (await change(uuid, { status: 'cancelled', reason: 'x' }, await world.login(credentials))).status,
    ).toBe(200)
    await world.control('clock', { advance_ms: -72 * HOUR_MS + 60_000 })
  })

  test('an original with a living note cannot be cancelled before the note', async () => {
    const number = newNumber()
    const { uuid } = await send(buildXml({ version: '1.0', number }))
    await world.details(token, uuid)
    const note = await send(buildXml({ version: '1.0', type: '02', reference: { uuid, number } }))
    expect((await change(uuid, { status: 'cancelled', reason: 'x' })).json.error.code).toBe(
      'ActiveReferencingDocuments',
    )
    expect((await change(note.uuid, { status: 'cancelled', reason: 'x' })).status).toBe(200)
    expect((await change(uuid, { status: 'cancelled', reason: 'x' })).status).toBe(200)
  })

  test('the receiver asks for rejection once; the document stays valid', async () => {
    const { uuid } = await send()
    await world.details(token, uuid)
    expect((await change(uuid, { status: 'rejected', reason: 'x' })).status).toBe(403)
    expect((await change(uuid, { status: 'cancelled', reason: 'x' }, buyer)).status).toBe(403)
    const answer = await change(uuid, { status: 'Rejected', reason: 'Not ours' }, buyer)
    expect(answer.json).toEqual({ uuid, status: 'Requested for Rejection', error: null })
    expect((await world.details(token, uuid)).json).toMatchObject({
      status: 'Valid',
      documentStatusReason: 'Not ours',
      rejectRequestDateTime: expect.any(String),
    })
    expect((await change(uuid, { status: 'rejected', reason: 'again' }, buyer)).json.error.code).toBe(
      'IncorrectState',
    )
  })

  test.each([
    ['no reason', { status: 'cancelled' }],
    ['a reason of 301 characters', { status: 'cancelled', reason: 'x'.repeat(301) }],
    ['another status', { status: 'deleted', reason: 'x' }],
  ])('%s is a bad argument', async (_, body) => {
    const { uuid } = await send()
    const answer = await change(uuid, body)
    expect([answer.status, answer.json.error.code]).toEqual([400, 'BadArgument'])
  })

  test('an unknown document is 404', async () => {
    expect((await change('0'.repeat(26), { status: 'cancelled', reason: 'x' })).status).toBe(404)
  })
})

describe('visibility', () => {
  test('the receiver sees a document only once it is valid, strangers and get-submission never', async () => {
    await world.control('settings', { validation_delay_ms: 60_000 }, 'PUT')
    const { uuid, submissionUid } = await send()
    expect((await world.details(buyer, uuid)).status).toBe(404)
    await world.control('clock', { advance_ms: 61_000 })
    expect((await world.details(buyer, uuid)).status).toBe(200)
    expect((await get(`/documentsubmissions/${submissionUid}`, buyer)).status).toBe(404)
    const stranger = await world.enter({ ...SELAT, tin: 'C55555555550', id_value: '201001010101' })
    expect((await world.details(stranger, uuid)).status).toBe(404)
    expect((await change(uuid, { status: 'cancelled', reason: 'x' }, stranger)).status).toBe(403)
    await world.control('clock', { advance_ms: -61_000 })
    await world.control('settings', { validation_delay_ms: 0 }, 'PUT')
  })

  test('raw does not give an invalid document', async () => {
    const { uuid } = await send(buildXml({ version: '1.0', buyer: { ...SELAT, name: 'SIM INVALID' } }))
    expect((await get(`/documents/${uuid}/raw`)).status).toBe(404)
    expect((await get(`/documents/${uuid}/details`)).json.status).toBe('Invalid')
  })

  test('a lookup lag answers 404 for a while', async () => {
    await world.control('settings', { lookup_lag_ms: 30_000 }, 'PUT')
    const { uuid, submissionUid } = await send()
    expect((await get(`/documentsubmissions/${submissionUid}`)).status).toBe(404)
    expect((await world.details(token, uuid)).status).toBe(404)
    await world.control('settings', { lookup_lag_ms: 0 }, 'PUT')
    expect((await get(`/documentsubmissions/${submissionUid}`)).status).toBe(200)
  })
})
