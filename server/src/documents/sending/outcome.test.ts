import { describe, expect, test } from 'vitest'
import type { SubmitAnswer } from '../../authority/words/answers.ts'
import type { AttemptRow } from './attempts.ts'
import { fateOf } from './outcome.ts'

const attempt = (code_number: string): AttemptRow => ({
  id: code_number,
  submission_id: 's',
  document_id: 'd',
  sender_entity_id: 'e',
  revision: 1,
  invoice_type: '01',
  code_number,
  total_payable_amount: '1.00',
  document_hash: '',
  issued_at: new Date(0),
  intended_at: new Date(0),
  state: 'intent',
  authority_uuid: null,
  answered_at: null,
  answer: '',
  asked_count: 0,
  resend_count: 0,
  resent_at: null,
  heard_at: null,
})

const A = attempt('A')
const BATCH = [A, attempt('B')]
const known = { correlation_id: 'c-1', text: '' }
const reasons = [{ code: 'CF364', message: 'x', path: '' }]

const accepted = (numbers: string[], rejected: string[] = []): SubmitAnswer => ({
  kind: 'accepted',
  submission_uid: 'S',
  accepted: numbers.map((number, at) => ({ uuid: `U${at}`, number })),
  rejected: rejected.map((number) => ({ number, reasons })),
  ...known,
})

test('a document that is accepted once, by its number, is accepted', () => {
  expect(fateOf(accepted(['B', 'A']), A, BATCH)).toEqual({
    state: 'accepted',
    authority_uuid: 'U1',
    submission_uid: 'S',
  })
})

test('a document that is rejected by its number is refused with the reason, whatever became of the others', () => {
  expect(fateOf(accepted(['B'], ['A']), A, BATCH)).toEqual({
    state: 'refused',
    why: 'items: A line has no classification. Select one on every line. (CF364)',
    alone: true,
  })
})

describe('it is unclear what became of a document', () => {
  test.each<[string, SubmitAnswer]>([
    ['that the answer does not name', accepted(['B'])],
    ['whose number came back changed', accepted(['B', 'a'])],
    ['instead of which a foreign one was accepted', accepted(['B', 'X'])],
    ['that was accepted twice', accepted(['A', 'A'])],
    ['that was accepted and rejected', accepted(['A'], ['A'])],
    ['that was rejected twice', accepted(['B'], ['A', 'A'])],
    ['when nothing was accepted and something foreign rejected', accepted([], ['X'])],
    ['when the submission was received before', { kind: 'duplicate', ...known }],
    ['when the answer is', { kind: 'unclear', why: 'No answer came in time.', ...known }],
  ])('%s', (_, answer) => {
    expect(fateOf(answer, A, BATCH)).toMatchObject({ state: 'unclear', why: expect.stringMatching(/./) })
  })
})

test('a refusal of the whole is one of the document only if it was alone', () => {
  const refused: SubmitAnswer = { kind: 'refused', status: 400, reasons, ...known }
  expect(fateOf(refused, A, BATCH)).toMatchObject({ state: 'refused', alone: false })
  expect(fateOf(refused, A, [A])).toMatchObject({ state: 'refused', alone: true })
})

test('what was never sent is held only for refused credentials', () => {
  const unavailable = { kind: 'unavailable', why: 'x', retry_after_ms: 1 } as const
  expect(fateOf({ ...unavailable, credentials_refused: false }, A, BATCH)).toMatchObject({
    state: 'not_sent',
    hold: false,
  })
  expect(fateOf({ ...unavailable, credentials_refused: true }, A, BATCH)).toMatchObject({ hold: true })
})
