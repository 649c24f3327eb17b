import { expect, test } from 'vitest'
import { readJson, summarySchema } from './reading.ts'

test('keys are compared without case, to any depth of an answer', () => {
  expect(readJson('{"ErrorCode":[{"PropertyPath":1}]}')).toEqual({ errorcode: [{ propertypath: 1 }] })
  expect(readJson('<html>')).toBeUndefined()
})

test('what could not be stored is replaced, in the text as in the values', () => {
  expect(readJson('{"message":"a\\u0000b\\ud800"}')).toEqual({ message: 'a\ufffdb\ufffd' })
})

test('nesting without end is no JSON of ours', () => {
  expect(() => readJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).not.toThrow()
})

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T18:00:00+08:00', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:00.1234567', '2026-11-20T10:00:00.123Z'],
  ['', undefined],
  ['soon', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['0000-01-01T00:00:00', undefined],
  ['+012345-01-01T00:00:00Z', undefined],
])('the instant %j is %s', (written, instant) => {
  const { validated_at } = summarySchema.parse({ uuid: 'A', datetimevalidated: written })
  expect(validated_at?.toISOString()).toBe(instant)
})

test('a reason without end is cut, and a document whose ids could not be kept is not read', () => {
  const facts = { uuid: 'A', documentstatusreason: 'x'.repeat(9_000) }
  expect(summarySchema.parse(facts).status_reason).toHaveLength(1000)
  for (const ids of [{ uuid: 'A'.repeat(101) }, { submissionuid: 'A'.repeat(101) }])
    expect(summarySchema.safeParse({ ...facts, ...ids }).success).toBe(false)
})

test('a long id that could not be kept is none, and costs nothing but itself', () => {
  const facts = { uuid: 'A', status: 'Valid' }
  expect(summarySchema.parse({ ...facts, longid: 'A'.repeat(500) }).long_id).toHaveLength(500)
  expect(summarySchema.parse({ ...facts, longid: 'A'.repeat(501) })).toMatchObject({
    status: 'valid',
    long_id: '',
  })
})
