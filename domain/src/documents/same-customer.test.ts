import { expect, test } from 'vitest'
import { isSameCustomer } from './same-customer.ts'

const customer = (tin_no: string, identity_number: string) => ({ tin_no, identity_number })
const FOREIGN = 'EI00000000020'

test.each([
  ['one TIN, whatever the number', customer('C2584563202', '1'), customer('C2584563202', '2'), true],
  ['two TINs', customer('C2584563202', '1'), customer('C20880050010', '1'), false],
  ['two people under a general TIN', customer(FOREIGN, 'A1234567'), customer(FOREIGN, 'B7654321'), false],
  ['one of them', customer(FOREIGN, 'A1234567'), customer(FOREIGN, 'A1234567'), true],
  ['one firm, written otherwise', customer(FOREIGN, 'HRB 123456 B'), customer(FOREIGN, 'hrb-123456b'), true],
  ['one number of signs alone', customer(FOREIGN, '-'), customer(FOREIGN, 'A1234567'), true],
  ['one whose number is not known', customer(FOREIGN, 'A1234567'), customer(FOREIGN, 'NA'), true],
  ['the general public', customer('EI00000000010', 'NA'), customer('EI00000000010', ''), true],
])('%s', (_name, one, other, same) => {
  expect([isSameCustomer(one, other), isSameCustomer(other, one)]).toEqual([same, same])
})
