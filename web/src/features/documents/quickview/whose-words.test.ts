import { expect, test } from 'vitest'
import type { Status } from '#domain/documents/lifecycle.ts'
import { headingOf } from './whose-words.ts'

const step = (by: string, event: string) => ({
  ...{ at: '2026-11-30T04:00:00.000Z', by, event, why: '' },
  ...{ from_status: '', to_status: '' },
})
const said = (status: Status, by: string, status_message = 'No.') => ({
  ...{ status, status_message },
  history: [step('Aminah', 'create'), step('Bakri', 'approve'), step(by, 'moved'), step('LHDN', 'correct')],
})

test.each([
  ['Submission Failed', 'LHDN', 'LHDN Response'],
  ['Submission Failed', 'Lulus', 'Message from Lulus'],
  ['Outcome Unknown', 'Lulus', 'Message from Lulus'],
  ['Invalid', 'LHDN', 'LHDN Response'],
  ['Approved', 'Bakri', 'Reason'],
  ['Approval Rejected', 'Bakri', 'Reason for the rejection'],
  ['Approval Rejected', 'LHDN', 'LHDN Response'],
  ['OnHold', 'Lulus', 'Reason for holding'],
  ['User Cancelled', 'LHDN', 'Reason for the cancellation'],
] as const)('what is said of %s by %s stands under %s', (status, by, heading) => {
  expect(headingOf(said(status, by))).toBe(heading)
})

test('what Lulus says of a verdict that LHDN takes long for is not said by LHDN', () => {
  const accepted = { ...step('LHDN', 'accept'), to_status: 'Submitted', why: 'Received.' }
  const headed = (status_message: string) =>
    headingOf({ status: 'Submitted', status_message, history: [step('Aminah', 'create'), accepted] })
  expect(headed('Received.')).toBe('LHDN Response')
  expect(headed('LHDN does not tell. Lulus keeps asking.')).toBe('Message from Lulus')
})

test('what LHDN has not said yet has its place all the same', () => {
  expect(headingOf(said('Approved', 'Bakri', ''))).toBe('LHDN Response')
  expect(headingOf({ status: 'Submitted', status_message: 'Received.', history: [] })).toBe('LHDN Response')
})
