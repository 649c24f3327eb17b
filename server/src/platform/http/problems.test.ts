import { describe, expect, it } from 'vitest'
import type { Problem } from '#domain/problems.ts'
import { answerFault, answerProblem } from './problems.ts'

const message = 'What happened.'
const said = { detail: message, request_id: 'r-1' }

// Typed by kind, so that a new kind of problem does not compile without a row here.
const answers: Record<Problem['kind'], { problem: Problem; status: number; body: object; headers?: object }> =
  {
    invalid_fields: {
      problem: {
        kind: 'invalid_fields',
        code: 'invalid_fields',
        fields: { 'items.0.unit_price': ['Too small.'] },
        whole: ['Totals disagree.'],
      },
      status: 400,
      body: {
        'items.0.unit_price': ['Too small.'],
        non_field_errors: ['Totals disagree.'],
        code: 'invalid_fields',
        request_id: 'r-1',
      },
    },
    unauthenticated: {
      problem: { kind: 'unauthenticated', code: 'token_expired', message },
      status: 401,
      body: { ...said, code: 'token_expired' },
      headers: { 'www-authenticate': 'Token' },
    },
    flag_missing: {
      problem: { kind: 'flag_missing', code: 'flag_missing', message },
      status: 403,
      body: { ...said, code: 'flag_missing' },
    },
    not_found: {
      problem: { kind: 'not_found', code: 'not_found', message },
      status: 404,
      body: { ...said, code: 'not_found' },
    },
    conflict: {
      problem: { kind: 'conflict', code: 'number_taken', message },
      status: 409,
      body: { ...said, code: 'number_taken' },
    },
    too_large: {
      problem: { kind: 'too_large', code: 'too_large', message },
      status: 413,
      body: { ...said, code: 'too_large' },
    },
    unsupported_type: {
      problem: { kind: 'unsupported_type', code: 'unsupported_type', message },
      status: 415,
      body: { ...said, code: 'unsupported_type' },
    },
    refused_by_authority: {
      problem: { kind: 'refused_by_authority', code: 'authority_refused', message },
      status: 422,
      body: { ...said, code: 'authority_refused' },
    },
    too_many: {
      problem: { kind: 'too_many', code: 'too_many', message, retry_after_s: 29.2 },
      status: 429,
      body: { ...said, code: 'too_many' },
      headers: { 'retry-after': '30' },
    },
    unavailable: {
      problem: { kind: 'unavailable', code: 'authority_away', message, retry_after_s: 0 },
      status: 503,
      body: { ...said, code: 'authority_away' },
      headers: { 'retry-after': '1' },
    },
  }

describe('a problem becomes an answer', () => {
  it.each(Object.entries(answers))('%s', (_kind, { problem, status, body, headers }) => {
    expect(answerProblem(problem, 'r-1')).toEqual({ status, body, headers: headers ?? {} })
  })

  it('in which a field that is called like a word of it is told as a field', () => {
    const fields = { code: ['Too long.'] }
    expect(answerProblem({ kind: 'invalid_fields', code: 'invalid_fields', fields }, 'r-1').body).toEqual({
      code: ['Too long.'],
      request_id: 'r-1',
    })
  })

  it('and a fault of ours says nothing but where to look', () => {
    expect(answerFault('r-1')).toEqual({ status: 500, headers: {}, body: { request_id: 'r-1' } })
  })
})
