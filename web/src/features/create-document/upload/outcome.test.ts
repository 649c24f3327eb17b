import { expect, it } from 'vitest'
import { ApiError, unreadable } from '../../../api/errors.ts'
import { laterOf, readAnswer, readFailure, textOf } from './outcome.ts'

const REPLY = {
  status: 'Error',
  Invoice_Numbers: [],
  UUIDs: [],
  errors: [{ invoice_number: '', errors: 'Empty.' }],
}

it('reads a judgement in a good answer and in a refusal alike', () => {
  expect(readAnswer(REPLY)).toMatchObject({ kind: 'judged', reply: REPLY })
  const refusal = { ...REPLY, file: ['Empty.'], code: 'invalid_fields', request_id: 'x' }
  expect(readFailure(new ApiError(400, refusal))).toMatchObject({ kind: 'judged', reply: REPLY })
})

it.each([[{ status: 5 }], ['text'], [null]])('cannot read %j', (body) => {
  expect(readAnswer(body)).toEqual({ kind: 'unreadable' })
})

it('cannot read a good answer that is no JSON', () => {
  expect(readFailure(unreadable())).toEqual({ kind: 'unreadable' })
  expect(readFailure(new SyntaxError('Unexpected token'))).toEqual({ kind: 'unreadable' })
})

it.each([
  ['a failure without a body says nothing more', new ApiError(500, undefined), ''],
  [
    'a refusal says why',
    new ApiError(413, { detail: 'Split the file.', code: 'too_large' }),
    'Split the file.',
  ],
  [
    'what a proxy refused in words of its own is told in ours',
    new ApiError(413, undefined),
    'This is more than the server accepts in one go.',
  ],
  ['a body that explains nothing does not either', new ApiError(502, {}), ''],
  [
    'a server that is not reached says so',
    new ApiError(0, undefined),
    expect.stringContaining('cannot be reached'),
  ],
])('%s', (_, error, message) => {
  expect(readFailure(error)).toEqual({ kind: 'failed', message, body: error.body })
})

it('shows an answer as text, and none where none came', () => {
  expect(textOf(readAnswer(REPLY))).toBe(JSON.stringify(REPLY, null, 2))
  expect(textOf(readFailure(new ApiError(0, undefined)))).toBe('')
})

it('tells where a file goes on that is taken later', () => {
  expect(laterOf(readAnswer({ ...REPLY, status: 'Accepted', import_id: 'x' }))).toBe('x')
  expect(laterOf(readAnswer(REPLY))).toBeUndefined()
  expect(laterOf({ kind: 'unreadable' })).toBeUndefined()
})
