import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { createCallKey } from './call-key.ts'

const buildKey = () => {
  let made = 0
  return createCallKey(() => `key ${++made}`)
}

it.each([
  ['an answer that was lost', new ApiError(0, undefined)],
  ['a server that failed', new ApiError(500, undefined)],
  ['a server that was busy', new ApiError(503, { detail: 'Please try again.' })],
  ['a fault of our own', new TypeError('x')],
])('stays the same after %s, so that nothing is made twice', (_, error) => {
  const key = buildKey()
  key.settle(error)
  expect([key.read(), key.isUnclear()]).toEqual(['key 1', true])
})

it.each([
  ['it was done', undefined],
  ['the server refused it', new ApiError(400, { name: ['Too long.'] })],
  ['the key was used for something else', new ApiError(409, { detail: 'x', code: 'idempotency_key_reused' })],
])('is another one once %s', (_, error) => {
  const key = buildKey()
  key.settle(new ApiError(0, undefined))
  key.settle(error)
  expect([key.read(), key.isUnclear()]).toEqual(['key 2', false])
})
