import { describe, expect, it } from 'vitest'
import { ApiError, linesOf, mayPass, messageOf, reasonOf } from './errors.ts'

describe('an error body', () => {
  it('takes a field that is called like a word of the answer for a field', () => {
    const error = new ApiError(400, { code: ['Too long.'], request_id: 'r-1' })
    expect([error.fields, error.code, error.request_id]).toEqual([{ code: ['Too long.'] }, '', 'r-1'])
  })

  it('gives its field messages by name and keeps code and request id apart', () => {
    const error = new ApiError(400, {
      'customer.name': ['Please select one'],
      code: 'invalid_fields',
      request_id: 'r-1',
    })
    expect(error.fields).toEqual({ 'customer.name': ['Please select one'] })
    expect([error.code, error.request_id, error.message]).toEqual([
      'invalid_fields',
      'r-1',
      'Please select one',
    ])
  })

  it('prefers the message for the whole over the fields', () => {
    const error = new ApiError(400, {
      username: ['Please enter your username.'],
      non_field_errors: ['Unable to log in with provided credentials.'],
    })
    expect(linesOf(error)).toEqual(['Unable to log in with provided credentials.'])
  })

  it('prints each field as "field: message" when nothing is said about the whole', () => {
    const error = new ApiError(400, { username: ['Too long.'], password: ['Please enter your password.'] })
    expect(linesOf(error)).toEqual(['username: Too long.', 'password: Please enter your password.'])
  })

  it('reads detail, and speaks for a body that cannot be read', () => {
    expect(messageOf(new ApiError(404, { detail: 'Not found.', code: 'not_found' }))).toBe('Not found.')
    expect(messageOf(new ApiError(500, undefined))).toBe('An unknown error occurred.')
    expect(messageOf(new ApiError(0, undefined))).toMatch(/cannot be reached/)
    expect(messageOf(new TypeError('x'))).toBe('An unknown error occurred.')
    const unexplained = [new ApiError(500, undefined), new ApiError(502, {}), new TypeError('x')]
    expect(unexplained.map(reasonOf)).toEqual(['', '', ''])
    expect(reasonOf(new ApiError(500, { detail: 'The disk is full.' }))).toBe('The disk is full.')
  })
})

it('a server that is away or has too much to do may answer in a moment; what it refused stays refused', () => {
  const passing = [0, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504].filter((status) =>
    mayPass(new ApiError(status, undefined)),
  )
  expect(passing).toEqual([0, 429, 502, 503, 504])
  expect(mayPass(new Error('of ours'))).toBe(false)
})

it('what took the database too long is not asked of it again by itself', () => {
  expect(mayPass(new ApiError(503, { code: 'database_unavailable' }))).toBe(true)
  expect(mayPass(new ApiError(503, { code: 'database_slow' }))).toBe(false)
})
