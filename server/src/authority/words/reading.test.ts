import { expect, test } from 'vitest'
import { readJson } from './reading.ts'

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
