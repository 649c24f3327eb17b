import { describe, expect, test } from 'vitest'
import type { AuthorityResponse } from '../wire/http.ts'
import { readSubmit } from './submit.ts'

const UUID = 'F9D425P6DS7D8IU3GA3J10XXXX'
const SUBMISSION = 'HJSD135P2S7D8IU3GA3J10XXXX'

const response = (
  status: number,
  body: unknown,
  retry_after_ms: number | null = null,
): Extract<AuthorityResponse, { kind: 'response' }> => ({
  kind: 'response',
  status,
  correlation_id: '0HN7:00000001',
  retry_after_ms,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

const REJECTED = {
  invoiceCodeNumber: 'INV-2',
  error: {
    code: null,
    message: 'Validation Error',
    target: 'INV-2',
    propertyPath: null,
    details: [
      {
        code: 'CF364',
        message: 'Line classification is required',
        target: 'ID',
        propertyPath: 'Invoice.InvoiceLine[0]',
        details: null,
      },
      { code: null, message: 'Description is required', target: 'X', propertyPath: null, details: null },
    ],
  },
}

describe('an acceptance', () => {
  const ACCEPTED = [{ uuid: UUID, invoiceCodeNumber: 'INV-1' }]

  test.each([
    ['as on the wire', { submissionUid: SUBMISSION, acceptedDocuments: ACCEPTED, rejectedDocuments: [] }],
    ['as on the page', { submissionUID: SUBMISSION, acceptedDocuments: ACCEPTED, rejectedDocuments: [] }],
    ['in lower case', { submissionuid: SUBMISSION, accepteddocuments: ACCEPTED, rejecteddocuments: null }],
  ])('is read when its keys are spelled %s', (_, body) => {
    expect(readSubmit(response(202, body))).toMatchObject({
      kind: 'accepted',
      submission_uid: SUBMISSION,
      accepted: [{ uuid: UUID, number: 'INV-1' }],
      rejected: [],
      correlation_id: '0HN7:00000001',
    })
  })

  test('names the rejected documents with every innermost reason', () => {
    const body = { submissionUid: SUBMISSION, acceptedDocuments: ACCEPTED, rejectedDocuments: [REJECTED] }
    expect(readSubmit(response(202, body))).toMatchObject({
      rejected: [
        {
          number: 'INV-2',
          reasons: [
            { code: 'CF364', message: 'Line classification is required', path: 'Invoice.InvoiceLine[0]' },
            { code: '', message: 'Description is required', path: 'X' },
          ],
        },
      ],
    })
  })

  test('of nothing has no submission id and still tells what was rejected', () => {
    const body = { submissionUid: null, acceptedDocuments: [], rejectedDocuments: [REJECTED] }
    const answer = readSubmit(response(202, body))
    expect(answer).toMatchObject({ kind: 'accepted', submission_uid: '', accepted: [] })
  })
})

test.each([
  ['an empty body', 202, ''],
  ['truncated JSON', 202, '{"submissionUid":"HJSD135P2S7D8IU3GA3J10XXXX","acceptedDo'],
  ['a page of HTML', 200, '<html><body>OK</body></html>'],
  ['another shape', 202, [{ unexpected: true }]],
  ['neither accepted nor rejected documents', 202, { submissionUid: SUBMISSION }],
  [
    'accepted documents without a submission id',
    202,
    { acceptedDocuments: [{ uuid: UUID, invoiceCodeNumber: 'INV-1' }] },
  ],
  [
    'ids that are too long to be kept',
    202,
    { submissionUid: 'x'.repeat(101), acceptedDocuments: [{ uuid: UUID, invoiceCodeNumber: 'INV-1' }] },
  ],
  ['a document without uuid', 202, { submissionUid: SUBMISSION, acceptedDocuments: [{ uuid: '' }] }],
  ['a success nobody has published', 299, { submissionUid: SUBMISSION }],
  ['a redirect', 302, ''],
  ['a timeout of the gateway', 408, ''],
  ['a timeout with words', 408, '{"error":{"code":"Timeout","message":"Too slow"}}'],
  ['a fault of the authority', 500, { error: { code: 'InternalServerError', message: 'x' } }],
  ['a bad gateway', 502, '<html><h1>502 Bad Gateway</h1></html>'],
  ['no service', 503, { error: { code: 'ServiceUnavailable' } }],
  ['a gateway that gave up', 504, ''],
])('%s leaves it unclear whether the documents arrived', (_, status, body) => {
  expect(readSubmit(response(status, body))).toMatchObject({
    kind: 'unclear',
    correlation_id: '0HN7:00000001',
  })
})

describe('a refusal of the whole submission', () => {
  const STANDARD = {
    error: {
      propertyName: null,
      propertyPath: null,
      errorCode: 'Error03',
      error: 'Invalid submission',
      errorMS: 'Penyerahan tidak sah',
      target: null,
      innerError: [{ errorCode: 'ERR206', error: 'Identity does not match', propertyPath: 'document.x' }],
    },
  }
  const DETAILED = {
    error: {
      code: 'ValidationError',
      message: null,
      details: [{ code: 'submission', message: 'Invalid structured submission', target: 'submission' }],
    },
  }
  test.each([
    ['the published shape', 400, STANDARD, { code: 'ERR206', message: 'Identity does not match' }],
    [
      'the shape of the wire',
      400,
      DETAILED,
      { code: 'submission', message: 'Invalid structured submission' },
    ],
    ['a bare JSON string', 400, '"Not conclusive"', { code: '', message: 'Not conclusive' }],
    [
      'a wrong issuer',
      403,
      { error: { code: 'IncorrectSubmitter', message: 'No permission', details: null } },
      { code: 'IncorrectSubmitter', message: 'No permission' },
    ],
  ])('is read from %s', (_, status, body, reason) => {
    expect(readSubmit(response(status, body))).toMatchObject({
      kind: 'refused',
      status,
      reasons: [reason],
    })
  })

  test('without reasons is still a refusal, if it is in the authority’s own shape', () => {
    expect(readSubmit(response(400, { error: { code: null, message: null } }))).toMatchObject({
      kind: 'refused',
      status: 400,
      reasons: [],
    })
  })
})

test.each([400, 403, 404, 422])(
  'a %i whose body is nobody’s words leaves it unclear whether the documents arrived',
  (status) => {
    for (const body of ['', '<html>Too large</html>', '{"error":{"code":"Vali', '[]', 'null', '""']) {
      expect(readSubmit(response(status, body)), body).toMatchObject({ kind: 'unclear' })
    }
  },
)

test('a 413 refuses the submission whoever sends it: what is too large was read by nobody', () => {
  for (const body of ['', '<html>Too large</html>', '[]'])
    expect(readSubmit(response(413, body)), body).toMatchObject({
      kind: 'refused',
      status: 413,
      reasons: [{ code: 'HTTP 413' }],
    })
  const own = { error: { code: 'MaximumSizeExceeded', message: 'Too large' } }
  expect(readSubmit(response(413, own))).toMatchObject({ reasons: [{ code: 'MaximumSizeExceeded' }] })
})

test('a duplicate submission is told apart', () => {
  const body = { error: { code: 'DuplicateSubmission', message: 'Try after 600 seconds.' } }
  expect(readSubmit(response(422, body, 600_000))).toMatchObject({
    kind: 'duplicate',
  })
})

test('too many requests are a pause: what the authority asks for, else five seconds', () => {
  expect(readSubmit(response(429, '', 7_000))).toMatchObject({
    kind: 'unavailable',
    retry_after_ms: 7_000,
    credentials_refused: false,
  })
  expect(readSubmit(response(429, ''))).toMatchObject({ kind: 'unavailable', retry_after_ms: 5_000 })
})

test('a refused token is refused credentials', () => {
  expect(readSubmit(response(401, ''))).toMatchObject({ kind: 'unavailable', credentials_refused: true })
})

test('what never left is unavailable, what broke on the way is unclear', () => {
  expect(readSubmit({ kind: 'not_sent', why: 'refused' })).toMatchObject({ kind: 'unavailable' })
  expect(readSubmit({ kind: 'broken', why: 'reset' })).toMatchObject({ kind: 'unclear', why: 'reset' })
})

test('of a long answer only the beginning is kept', () => {
  const answer = readSubmit(response(500, 'x'.repeat(100_000)))
  expect('text' in answer && answer.text.length).toBe(20_000)
})
