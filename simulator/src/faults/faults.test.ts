import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildXml, SELAT } from '../../test/build.ts'
import { envelope, startWorld, type TestWorld } from '../../test/sender.ts'
import { FAULTS_AFTER, FAULTS_BEFORE, FAULTY_CALLS } from './plan.ts'

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

/** Nothing that answers takes this long, even on a busy machine. */
const PATIENCE_MS = 15_000

type Seen = { status: number; text: string }

/** What a client sees of one submission: status and text, or status 0 and the error when the connection fails. */
const submit = async (document = buildXml({ version: '1.0' }), signal?: AbortSignal): Promise<Seen> => {
  const body = JSON.stringify(envelope([document]))
  try {
    const response = await fetch(`${world.url}/api/v1.0/documentsubmissions/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: error instanceof Error ? error.name : '' }
  }
}

/** Submits, waits until the ledger holds the document, and shows that no answer came; then gives up. */
const submitIntoSilence = async (document?: string): Promise<void> => {
  const before = await ledgerLength()
  const giveUp = new AbortController()
  const answer = submit(document, giveUp.signal)
  await expect.poll(ledgerLength, { timeout: PATIENCE_MS }).toBe(before + 1)
  giveUp.abort()
  expect(await answer).toEqual({ status: 0, text: 'AbortError' })
}

describe('faults that happen instead of the call store nothing', () => {
  test.each([
    ['refuse', 0, 'TypeError'],
    ['reset-before', 0, 'TypeError'],
    ['200-html', 200, '<html>'],
    ['302', 302, ''],
    ['401', 401, 'Unauthorized'],
    ['403', 403, 'Forbidden'],
    ['403-html', 403, '<html>'],
    ['404-html', 404, '<html>'],
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
    ['504-after-accept', 504, '<html>'],
    ['empty-200', 200, ''],
    ['truncated-json', 202, '{"submissionUid"'],
    ['wrong-shape', 202, '[{"unexpected":true}]'],
    ['unknown-status', 299, 'submissionUid'],
    ['foreign-number', 202, 'FOREIGN-0001'],
    ['repeated-number', 202, 'invoiceCodeNumber'],
    ['no-submission-uid', 202, '"submissionUid":null'],
    ['huge-body', 202, 'xxxxxxxx'],
  ])('%s', async (fault, status, text) => {
    const before = await ledgerLength()
    await plan(fault)
    const answer = await submit()
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(text)
    expect(await ledgerLength()).toBe(before + 1)
  })

  test('accepted-then-silence', async () => {
    await plan('accepted-then-silence')
    await submitIntoSilence()
  })

  test('slow: the whole answer, but late', async () => {
    await plan('slow')
    const start = performance.now()
    const { status, text } = await submit()
    expect([status, JSON.parse(text).acceptedDocuments.length]).toEqual([202, 1])
    expect(performance.now() - start).toBeGreaterThan(2000)
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
  expect(json.faults).toHaveLength(27)
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
    'search-tin',
    'qr',
    'notifications',
    'document-types',
  ])
})

test('a fault happens as often as planned and can be cleared', async () => {
  await plan('503', { times: 2 })
  expect([(await submit()).status, (await submit()).status, (await submit()).status]).toEqual([503, 503, 202])
  await plan('503', { times: 50 })
  await world.control('faults', {}, 'DELETE')
  expect((await submit()).status).toBe(202)
})

test('a fault that finds nothing to spoil waits until it does', async () => {
  const left = async () => (await world.call('GET', '/_sim/faults')).json.planned
  const planned = { call: 'validate', fault: 'reset-mid-body', times: 1 }
  await world.control('faults', planned)
  const validate = (number: string) =>
    world.call('GET', `/api/v1.0/taxpayer/validate/${SELAT.tin}?idType=BRN&idValue=${number}`, { token })
  await world.register(SELAT)
  expect((await validate(SELAT.id_value)).status).toBe(200)
  expect(await left()).toEqual([planned])
  await expect(validate('199901000001')).rejects.toThrow(TypeError)
  expect(await left()).toEqual([])
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

  test('SIM TIMEOUT is silent and not accepted', async () => {
    const before = await ledgerLength()
    const document = xml('SIM TIMEOUT 99')
    expect(await submit(document, AbortSignal.timeout(1500))).toEqual({ status: 0, text: 'TimeoutError' })
    expect(await ledgerLength()).toBe(before)
  })

  test('SIM LOST is silent and accepted', async () => {
    const document = xml('SIM LOST')
    await submitIntoSilence(document)
    expect((await submit(document)).status).toBe(422)
  })
})

test('the README names every call and every fault', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, told = ''] = /\*\*By a planned fault\.\*\*(.*?)\n## /s.exec(readme) ?? []
  const named = new Set(told.match(/[\w-]+/g))
  expect([...FAULTY_CALLS, ...FAULTS_BEFORE, ...FAULTS_AFTER].filter((name) => !named.has(name))).toEqual([])
})
