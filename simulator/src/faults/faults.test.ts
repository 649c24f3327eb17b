import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildXml, SELAT } from '../../test/build.ts'
import { envelope, startWorld, type TestWorld } from '../../test/sender.ts'
import { FAULTS_AFTER, FAULTS_BEFORE } from './plan.ts'

let world: TestWorld
let token: string

beforeAll(async () => {
  world = await startWorld()
  token = await world.enter()
})
beforeEach(() => world.control('faults', {}, 'DELETE'))
afterAll(() => world.close())

const ledgerLength = async (): Promise<number> => (await world.call('GET', '/_sim/ledger')).json.length
const plan = (fault: string, more: object = {}) => world.control('faults', { call: 'submit', fault, ...more })

/** What a client sees of one submission: the status and text, or that the connection failed within 400 ms. */
const submit = async (document = buildXml({ version: '1.0' })): Promise<{ status: number; text: string }> => {
  const body = JSON.stringify(envelope([document]))
  try {
    const response = await fetch(`${world.url}/api/v1.0/documentsubmissions/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(400),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.name : '' }
  }
}

describe('faults that happen instead of the call store nothing', () => {
  test.each([
    ['refuse', 0, 'TypeError'],
    ['reset-before', 0, 'TypeError'],
    ['401', 401, 'Unauthorized'],
    ['403', 403, 'Forbidden'],
    ['413', 413, '<html>'],
    ['422-duplicate', 422, 'DuplicateSubmission'],
    ['429', 429, 'TooManyRequests'],
    ['429-no-retry-after', 429, 'TooManyRequests'],
    ['500', 500, 'InternalServerError'],
    ['502-html', 502, '<html>'],
    ['503', 503, 'ServiceUnavailable'],
  ])('%s', async (fault, status, text) => {
    const before = await ledgerLength()
    await plan(fault)
    const answer = await submit()
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(text)
    expect(await ledgerLength()).toBe(before)
    expect((await submit()).status).toBe(202)
  })
})

describe('faults that spoil the answer leave the document accepted', () => {
  test.each([
    ['reset-mid-body', 0, 'TypeError'],
    ['accepted-then-silence', 0, 'TimeoutError'],
    ['504-after-accept', 504, '<html>'],
    ['slow', 0, 'TimeoutError'],
    ['empty-200', 200, ''],
    ['truncated-json', 202, '{"submissionUid"'],
    ['wrong-shape', 202, '[{"unexpected":true}]'],
    ['unknown-status', 299, 'submissionUid'],
    ['foreign-number', 202, 'FOREIGN-0001'],
    ['repeated-number', 202, 'invoiceCodeNumber'],
    ['huge-body', 202, 'xxxxxxxx'],
  ])('%s', async (fault, status, text) => {
    const before = await ledgerLength()
    await plan(fault)
    const answer = await submit()
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(text)
    expect(await ledgerLength()).toBe(before + 1)
  })

  test('a repeated number comes twice, truncated JSON does not parse, a status is nobody knows', async () => {
    await plan('repeated-number')
    expect(JSON.parse((await submit()).text).acceptedDocuments).toHaveLength(2)
    await plan('truncated-json')
    const { text } = await submit()
    expect(() => JSON.parse(text)).toThrow()
    await world.control('faults', { call: 'recent', fault: 'unknown-status' })
    const recent = await world.call('GET', '/api/v1.0/documents/recent', { token })
    expect(recent.json.result[0].status).toBe('Quarantined')
  })
})

test('every fault of the list is tested above and can be planned', async () => {
  const { json } = await world.call('GET', '/_sim/faults')
  expect(json.faults).toEqual([...FAULTS_BEFORE, ...FAULTS_AFTER])
  expect(json.faults).toHaveLength(22)
  expect(json.calls).toEqual([
    'token',
    'submit',
    'submission',
    'raw',
    'details',
    'state',
    'search',
    'recent',
    'validate',
  ])
})

test('a fault happens as often as planned and can be cleared', async () => {
  await plan('503', { times: 2 })
  expect([(await submit()).status, (await submit()).status, (await submit()).status]).toEqual([503, 503, 202])
  await plan('503', { times: 50 })
  await world.control('faults', {}, 'DELETE')
  expect((await submit()).status).toBe(202)
})

test.each([
  ['an unknown call', { call: 'dance', fault: '503' }],
  ['an unknown fault', { call: 'submit', fault: 'fire' }],
  ['no times', { call: 'submit', fault: '503', times: 0 }],
])('%s is refused', async (_, body) => {
  expect((await world.call('POST', '/_sim/faults', { body })).status).toBe(400)
})

describe('sentinels', () => {
  const xml = (name: string) => buildXml({ version: '1.0', buyer: { ...SELAT, name } })

  test('SIM 503 refuses once, or as often as it says', async () => {
    const once = xml('SIM 503')
    expect([(await submit(once)).status, (await submit(once)).status]).toEqual([503, 202])
    const twice = xml('SIM 503 2')
    expect([
      (await submit(twice)).status,
      (await submit(twice)).status,
      (await submit(twice)).status,
    ]).toEqual([503, 503, 202])
  })

  test('SIM TIMEOUT is silent and not accepted, SIM LOST silent and accepted', async () => {
    const before = await ledgerLength()
    const timeout = xml('SIM TIMEOUT')
    expect((await submit(timeout)).text).toBe('TimeoutError')
    expect(await ledgerLength()).toBe(before)
    expect((await submit(timeout)).status).toBe(202)
    const lost = xml('SIM LOST')
    expect((await submit(lost)).text).toBe('TimeoutError')
    expect(await ledgerLength()).toBe(before + 2)
    expect((await submit(lost)).status).toBe(422)
  })
})
