import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALLS, type CallName } from '../wire/calls.ts'
import { summarySchema } from '../words/reading.ts'
import { readAsked } from './asked.ts'

const response = (status: number, text: string, retry_after_ms: number | null = null) =>
  ({ kind: 'response', status, correlation_id: 'c-1', retry_after_ms, text }) as const

const SUMMARY = {
  uuid: 'F9D425P6DS7D8IU3GA3J10XXXX',
  submissionUid: 'HJSD135P2S7D8IU3GA3J10XXXX',
  longId: 'LIJAF97HJJKH8298KHADH09908570FDKK9S2LSIU',
  internalId: 'INV-1',
  status: 'Valid',
  dateTimeIssued: '2026-07-15T04:00:00Z',
  dateTimeValidated: '2026-07-15T04:00:02Z',
  totalPayableAmount: 137.5,
}
const FACTS = {
  uuid: 'F9D425P6DS7D8IU3GA3J10XXXX',
  submission_uid: 'HJSD135P2S7D8IU3GA3J10XXXX',
  long_id: 'LIJAF97HJJKH8298KHADH09908570FDKK9S2LSIU',
  number: 'INV-1',
  status: 'valid',
  issued_at: new Date('2026-07-15T04:00:00Z'),
  validated_at: new Date('2026-07-15T04:00:02Z'),
  total_payable_amount: '137.5',
  reject_requested_at: null,
  status_reason: '',
}

const { longId, submissionUid, ...others } = SUMMARY

test.each([
  ['the usual spelling', SUMMARY],
  ['other capitals', { ...others, longID: longId, submissionUID: submissionUid }],
])('a document is read in %s', (_, body) => {
  expect(readAsked(response(200, JSON.stringify(body)), summarySchema, 'details')).toMatchObject({
    kind: 'answered',
    value: FACTS,
    correlation_id: 'c-1',
  })
})

test('nulls and dates that are none become empty facts', () => {
  const body = { ...SUMMARY, longId: null, dateTimeValidated: 'soon', dateTimeIssued: null }
  expect(readAsked(response(200, JSON.stringify(body)), summarySchema, 'details')).toMatchObject({
    value: { long_id: '', validated_at: null, issued_at: null },
  })
})

test.each([
  ['Submitted', 'submitted'],
  ['VALID', 'valid'],
  ['in valid', 'invalid'],
  ['Cancelled', 'cancelled'],
  ['Quarantined', 'unknown'],
  ['', 'unknown'],
])('the status "%s" is read as %s', (status, expected) => {
  expect(
    readAsked(response(200, JSON.stringify({ ...SUMMARY, status })), summarySchema, 'details'),
  ).toMatchObject({
    value: { status: expected },
  })
})

test.each([
  ['an empty 200', 200, ''],
  ['truncated JSON', 200, '{"uuid":"F9D4'],
  ['another shape', 200, '[{"unexpected":true}]'],
  ['HTML', 200, '<html></html>'],
  ['a fault', 500, '{}'],
  ['a redirect', 302, ''],
  ['a timeout, with words,', 408, '{"error":{"code":"Timeout","message":"Too slow"}}'],
])('%s is unclear', (_, status, text) => {
  expect(readAsked(response(status, text), summarySchema, 'details')).toMatchObject({ kind: 'unclear' })
})

test('a readable 404 is absent, other 4xx are refusals with their reasons', () => {
  expect(readAsked(response(404, '{}'), z.unknown(), 'details')).toEqual({ kind: 'absent' })
  const body = '{"error":{"code":"OperationPeriodOver","message":"Too late","details":[]}}'
  expect(readAsked(response(400, body), z.unknown(), 'details')).toMatchObject({
    kind: 'refused',
    status: 400,
    reasons: [{ code: 'OperationPeriodOver', message: 'Too late' }],
  })
})

test('429 and 401 say when to come back and whether the credentials are at fault', () => {
  expect(readAsked(response(429, '', 9_000), z.unknown(), 'details')).toMatchObject({
    kind: 'unavailable',
    retry_after_ms: 9_000,
    credentials_refused: false,
  })
  expect(readAsked(response(401, ''), z.unknown(), 'details')).toMatchObject({
    kind: 'unavailable',
    credentials_refused: true,
  })
})

test('no connection is unavailable, a broken one unclear', () => {
  expect(readAsked({ kind: 'not_sent', why: 'x' }, z.unknown(), 'details')).toMatchObject({
    kind: 'unavailable',
  })
  expect(readAsked({ kind: 'broken', why: 'x' }, z.unknown(), 'details')).toMatchObject({ kind: 'unclear' })
})

test.each([
  ['{"error":{"code":"NotFound"}}', 'absent'],
  ['<html><h1>404 Not Found</h1></html>', 'unclear'],
  ['{"error":{"code":"NotF', 'unclear'],
])('of what a 404 says (%s) only the authority’s own words mean that there is none', (text, kind) => {
  expect(readAsked(response(404, text), summarySchema, 'details')).toMatchObject({ kind })
})

test('an empty 404 is an answer only to the calls that are known to answer so', () => {
  const kinds = Object.keys(CALLS).map((call) => {
    // The keys are those of CALLS.
    const { kind } = readAsked(response(404, ' '), z.unknown(), call as CallName)
    return [call, kind]
  })
  expect(kinds.filter(([, kind]) => kind === 'absent').map(([call]) => call)).toEqual([
    'submission',
    'details',
    'raw',
    'validate',
  ])
  expect(new Set(kinds.map(([, kind]) => kind))).toEqual(new Set(['absent', 'unclear']))
})

test.each([400, 403, 409, 413, 422])('a %i that is nobody’s words is no refusal', (status) => {
  for (const text of ['', '<html>Maintenance</html>', '{"error":{"code":"Forb', 'null', '[]']) {
    expect(readAsked(response(status, text), z.unknown(), 'state'), text).toMatchObject({ kind: 'unclear' })
  }
})
