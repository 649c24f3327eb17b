import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildXml, KINABALU } from '../../test/build.ts'
import { entry, startWorld, type TestWorld } from '../../test/sender.ts'

const API = '/api/v1.0'

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
})
afterAll(() => world.close())

const unsigned = () => buildXml({ version: '1.0' })
const send = async () => (await world.submit(token, [unsigned()])).json

test('page 0 is the first, and a parameter without a value is none', async () => {
  const { submissionUid } = await send()
  const page = await world.call('GET', `${API}/documentsubmissions/${submissionUid}?pageNo=0&pageSize=`, {
    token,
  })
  expect([page.status, page.json.documentSummary.length]).toEqual([200, 1])
  const empty = 'submissionDateFrom=&submissionDateTo=&status=&documentType=&issuerTin=&pageNo=0'
  const recent = await world.call('GET', `${API}/documents/recent?${empty}`, { token })
  expect([recent.status, recent.json.result.length > 0]).toEqual([200, true])
  const search = await world.call('GET', `${API}/taxpayer/search/tin?idType=&idValue=&fileType=`, {
    token,
  })
  expect(search.status).toBe(400)
})

test('a match of Validate TIN is an empty 200 without a content type', async () => {
  const path = `${API}/taxpayer/validate/${KINABALU.tin}?idType=BRN&idValue=${KINABALU.id_value}`
  const { status, text, headers } = await world.call('GET', path, { token })
  expect([status, text, headers.get('content-type')]).toEqual([200, '', null])
})

test.each(['application/xml', 'text/plain', 'application/x-www-form-urlencoded'])(
  'a submission and a change of state declared as %s are 415',
  async (type) => {
    const body = { documents: [entry(unsigned())] }
    const submitted = await world.call('POST', `${API}/documentsubmissions`, {
      token,
      body,
      type,
    })
    expect([submitted.status, submitted.json.title]).toEqual([415, 'Unsupported Media Type'])
    const { uuid } = (await send()).acceptedDocuments[0]
    const changed = await world.call('PUT', `${API}/documents/state/${uuid}/state`, {
      token,
      body: { status: 'cancelled', reason: 'x' },
      type,
    })
    expect(changed.status).toBe(415)
    const details = await world.details(token, uuid)
    expect(details.json.status).toBe('Valid')
  },
)

test('JSON may be declared with a charset', async () => {
  const body = { documents: [entry(unsigned())] }
  const type = 'application/json; charset=utf-8'
  const { status } = await world.call('POST', `${API}/documentsubmissions`, {
    token,
    body,
    type,
  })
  expect(status).toBe(202)
})
