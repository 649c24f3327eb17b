import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildXml, KINABALU, SELAT } from '../../test/build.ts'
import { startWorld, type TestWorld } from '../../test/sender.ts'

const API = '/api/v1.0'
const DAY_MS = 86_400_000

let world: TestWorld
let token: string
let buyer: string
const uuids: string[] = []

beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
  buyer = await world.enter(SELAT)
  for (const number of ['M-KUL01-1', 'M-KUL01-2', 'M-PEN01-1']) {
    const { json } = await world.submit(token, [buildXml({ version: '1.0', number })])
    uuids.push(json.acceptedDocuments[0].uuid)
    await world.control('clock', { advance_ms: 1000 })
  }
})
afterAll(() => world.close())

const get = (path: string, query: Record<string, string> = {}, as = token) =>
  world.call('GET', `${API}${path}?${new URLSearchParams(query)}`, { token: as })
const span = (days = 1) => ({
  submissionDateFrom: new Date(Date.now() - days * DAY_MS).toISOString(),
  submissionDateTo: new Date(Date.now() + DAY_MS / 2).toISOString(),
})
const numbers = (answer: { json: { result: { internalId: string }[] } }): string[] =>
  answer.json.result.map((one) => one.internalId)

describe('recent and search', () => {
  test('newest first, in pages', async () => {
    expect(numbers(await get('/documents/recent'))).toEqual(['M-PEN01-1', 'M-KUL01-2', 'M-KUL01-1'])
    const page = await get('/documents/recent', { pageNo: '2', pageSize: '2' })
    expect(numbers(page)).toEqual(['M-KUL01-1'])
    expect(page.json.metadata).toEqual({ totalPages: 2, totalCount: 3 })
  })

  test('an item is spelled as on the wire', async () => {
    const { json } = await get('/documents/recent', { pageSize: '1' })
    expect(json.result[0]).toMatchObject({
      uuid: uuids[2],
      submissionUID: expect.any(String),
      issuerTIN: KINABALU.tin,
      buyerTIN: SELAT.tin,
      total: 106,
      status: 'Valid',
      submissionChannel: 'ERP',
    })
  })

  test('search finds by number and filters', async () => {
    expect(numbers(await get('/documents/search', { ...span(), searchQuery: 'kul01' }))).toEqual([
      'M-KUL01-2',
      'M-KUL01-1',
    ])
    expect(numbers(await get('/documents/search', { ...span(), uuid: uuids[0] ?? '' }))).toEqual([
      'M-KUL01-1',
    ])
    expect(numbers(await get('/documents/search', { ...span(), status: 'Invalid' }))).toEqual([])
    expect(numbers(await get('/documents/search', { ...span(), invoiceDirection: 'Received' }))).toEqual([])
    expect(
      numbers(await get('/documents/search', { ...span(), invoiceDirection: 'Received' }, buyer)),
    ).toHaveLength(3)
  })

  test('recent looks back 31 days, search further', async () => {
    await world.control('clock', { advance_ms: 32 * DAY_MS })
    const late = await world.enter()
    expect(numbers(await get('/documents/recent', {}, late))).toEqual([])
    expect(numbers(await get('/documents/search', span(), late))).toHaveLength(3)
    await world.control('clock', { advance_ms: -32 * DAY_MS })
  })

  test.each([
    ['no dates', {}],
    ['half a pair', { submissionDateFrom: '2026-01-01' }],
    ['dates upside down', { issueDateFrom: '2026-01-02', issueDateTo: '2026-01-01' }],
    ['a page of 101', { ...span(), pageSize: '101' }],
    ['special characters', { ...span(), searchQuery: 'a;b' }],
    ['more than 31 days', span(32)],
  ])('search with %s is a bad argument', async (_, query) => {
    const answer = await get('/documents/search', query)
    expect([answer.status, answer.json.error.code]).toEqual([400, 'BadArgument'])
  })

  test('search lags when told to; the ledger never does', async () => {
    await world.control('settings', { search_lag_ms: 60_000 }, 'PUT')
    expect(numbers(await get('/documents/search', span()))).toEqual([])
    expect((await world.call('GET', '/_sim/ledger')).json).toHaveLength(3)
    await world.control('settings', { search_lag_ms: 0 }, 'PUT')
    expect(numbers(await get('/documents/search', span()))).toHaveLength(3)
  })
})

describe('taxpayers', () => {
  test('validate TIN: match, no match, malformed', async () => {
    const ask = (tin: string, idValue: string, idType = 'BRN') =>
      get(`/taxpayer/validate/${tin}`, { idType, idValue })
    const match = await ask(KINABALU.tin, KINABALU.id_value)
    expect([match.status, match.text]).toEqual([200, ''])
    expect((await ask('C12345678900', '201901234567')).status).toBe(200)
    expect((await ask(KINABALU.tin, '1')).status).toBe(404)
    expect((await ask('C4040404040', '1')).status).toBe(404)
    expect((await ask('C123', '1')).json.error.code).toBe('BadArgument')
    expect((await ask(KINABALU.tin, '1', 'CAR')).json.error.code).toBe('BadArgument')
  })

  test('search TIN: one hit, none, several as a bare string', async () => {
    expect((await get('/taxpayer/search/tin', { taxpayerName: KINABALU.name })).json).toEqual({
      tin: KINABALU.tin,
    })
    expect((await get('/taxpayer/search/tin', { taxpayerName: 'Nobody' })).status).toBe(404)
    expect((await get('/taxpayer/search/tin')).status).toBe(400)
    await world.register({ ...KINABALU, tin: 'C77777777770' })
    const many = await get('/taxpayer/search/tin', { taxpayerName: KINABALU.name })
    expect([many.status, many.json]).toEqual([400, expect.stringContaining('more than one TIN')])
  })

  test('a taxpayer by QR code', async () => {
    const { qr_code } = await world.register(KINABALU)
    expect((await get(`/taxpayers/qrcodeinfo/${qr_code}`)).json).toMatchObject({
      tin: KINABALU.tin,
      idType: 'BRN',
    })
    expect((await get('/taxpayers/qrcodeinfo/x')).status).toBe(404)
  })
})

test('notifications tell the receiver of documents and both of a rejection', async () => {
  const body = { status: 'rejected', reason: 'Not ours' }
  await world.call('PUT', `${API}/documents/state/${uuids[0]}/state`, { token: buyer, body })
  const types = async (as: string) =>
    (await get('/notifications/taxpayer', {}, as)).json.result.map((one: { typeId: string }) => one.typeId)
  expect(await types(token)).toEqual(['15', '7', '7', '7'])
  expect(await types(buyer)).toEqual(['6', '6', '6'])
})

test('document types with versions and durations', async () => {
  const { json } = await get('/documenttypes')
  expect(json.result).toHaveLength(8)
  expect((await get('/documenttypes/11')).json.workflowParameters[1]).toMatchObject({
    parameter: 'cancellationDuration',
    value: 72,
  })
  expect((await get('/documenttypes/1/versions/2')).json).toMatchObject({
    invoiceTypeCode: 1,
    name: '1.1',
    status: 'published',
  })
  expect((await get('/documenttypes/99')).status).toBe(404)
  expect((await get('/documenttypes/1/versions/9')).status).toBe(404)
})

test('the share page shows what the QR code promises, escaped', async () => {
  const name = 'Ali &amp; &lt;b&gt;Sons&lt;/b&gt;'
  const { json } = await world.submit(token, [buildXml({ version: '1.0', buyer: { ...SELAT, name } })])
  const { uuid } = json.acceptedDocuments[0]
  const { longId } = (await world.details(token, uuid)).json
  const page = await world.call('GET', `/${uuid}/share/${longId}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.text).toContain('Ali &amp; &lt;b&gt;Sons&lt;/b&gt;')
  expect(page.text).toContain('MYR 106.00')
  expect((await world.call('GET', `/${uuid}/share/x`)).status).toBe(404)
})
