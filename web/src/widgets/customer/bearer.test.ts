import { expect, test } from 'vitest'
import { numberOfOne } from './bearer.ts'

const party = { tin_no: 'C25845632020', contact_number: '+60312345678' }

test.each([
  ['BRN', '201901-08-7655', '201901087655'],
  ['NRIC', ' 900101-14-5678 ', '900101145678'],
  ['PASSPORT', 'a1234567', 'A1234567'],
])('the number of one customer is looked for as it will be kept: %s %s', (identity_type, typed, kept) => {
  expect(numberOfOne({ ...party, identity_type, identity_number: typed })).toBe(kept)
})

test.each([
  ['NRIC', '000000000000'],
  ['NRIC', '000000-00-0000'],
  ['NA', 'anything'],
  ['BRN', '  '],
])('many customers may have the same where it stands for none: %s %s', (identity_type, identity_number) => {
  expect(numberOfOne({ ...party, identity_type, identity_number })).toBe('')
})
