import { expect, test } from 'vitest'
import { isNric, likelierType, likelyType } from './likely-type.ts'

test.each([
  ['770625015324', 'NRIC'],
  ['201901234567', 'BRN'],
  ['199001012345', 'BRN'],
  ['A1234567', 'PASSPORT'],
  ['PA1234567', 'PASSPORT'],
  ['K1234567E', 'PASSPORT'],
  // A company of 2004, or a child born on 1 April 2020.
  ['200401012345', undefined],
  ['000000000000', undefined],
  ['123456789', undefined],
  ['123456-A', undefined],
  ['HRB 123456 B', undefined],
  ['NA', undefined],
  ['', undefined],
])('%s is likely %s', (number, type) => {
  expect(likelyType(number)).toBe(type)
})

test.each([
  ['000229015324', true],
  ['010229015324', false],
  ['771325015324', false],
  ['770600015324', false],
  ['77062501532', false],
  ['7706250153244', false],
  ['٧٧٠٦٢٥٠١٥٣٢٤', false],
])('%s is an NRIC: %s', (number, is) => {
  expect(isNric(number)).toBe(is)
})

test.each([
  ['IG56003500070', 'NRIC', 'A1234567', 'PASSPORT'],
  ['C1122334450', 'NRIC', 'A1234567', 'PASSPORT'],
  ['C1122334450', 'NRIC', '200401012345', 'BRN'],
  ['C1122334450', 'NRIC', '201901234567', 'BRN'],
  ['C1122334450', 'PASSPORT', '123456789', 'BRN'],
  ['IG56003500070', 'BRN', 'A1234567', 'PASSPORT'],
  ['IG56003500070', 'BRN', '770625015324', 'NRIC'],
  ['IG56003500070', 'PASSPORT', '770625015324', 'NRIC'],
  ['IG56003500070', '', '770625015324', 'NRIC'],
  ['IG56003500070', 'ARMY', '770625015324', 'NRIC'],
  ['IG56003500070', 'BRN', '200401012345', undefined],
  ['IG56003500070', 'NRIC', '200401012345', undefined],
  ['IG56003500070', 'ARMY', 'T1234567', undefined],
  ['C1122334450', 'BRN', 'SC123456', undefined],
  ['EI00000000020', 'BRN', '010401089998', undefined],
  ['FA1122334450', 'PASSPORT', 'A1234567', undefined],
  ['C1122334450', 'NRIC', '000000000000', undefined],
  ['C1122334450', 'NRIC', '', undefined],
  ['EI00000000010', 'NA', 'NA', undefined],
])('%s with %s %s is likelier %s', (tin_no, identity_type, identity_number, type) => {
  expect(likelierType({ tin_no, identity_type, identity_number })).toBe(type)
})
