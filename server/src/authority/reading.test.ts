import { expect, test } from 'vitest'
import { readJson, readReasons } from './reading.ts'

test('keys are compared without case, to any depth of an answer', () => {
  expect(readJson('{"ErrorCode":[{"PropertyPath":1}]}')).toEqual({ errorcode: [{ propertypath: 1 }] })
  expect(readJson('<html>')).toBeUndefined()
})

test('what could not be stored is replaced, in the text as in the values', () => {
  expect(readJson('{"message":"a\\u0000b\\ud800"}')).toEqual({ message: 'a\ufffdb\ufffd' })
})

test('wrappers are dropped where inner reasons say more, and kept where they say nothing', () => {
  const wrapped = {
    error: { code: 'Error03', message: 'Outer', details: [{ code: 'DV302', message: 'Inner' }] },
  }
  expect(readReasons(wrapped)).toEqual([{ code: 'DV302', message: 'Inner', path: '' }])
  const hollow = { error: { code: 'Error03', message: 'Outer', details: [null, {}] } }
  expect(readReasons(hollow)).toEqual([{ code: 'Error03', message: 'Outer', path: '' }])
})

test('a gateway’s own words are read, and nothing is made of nothing', () => {
  expect(readReasons({ statuscode: 429, message: 'Rate limit is exceeded.' })).toEqual([
    { code: '', message: 'Rate limit is exceeded.', path: '' },
  ])
  for (const nothing of [undefined, null, 7, [], {}, { error: null }])
    expect(readReasons(nothing)).toEqual([])
})

test('a hostile answer is bounded in number, length and depth', () => {
  const many = {
    error: { details: Array.from({ length: 500 }, (_, i) => ({ code: `C${i}`, message: 'm' })) },
  }
  expect(readReasons(many)).toHaveLength(50)
  expect(readReasons('x'.repeat(5_000))[0]?.message).toHaveLength(1_000)
  let deep: object = { code: 'LOW', message: 'm' }
  for (let i = 0; i < 1_000; i++) deep = { details: [deep] }
  expect(readReasons(deep)).toEqual([])
  expect(() => readJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).not.toThrow()
})
