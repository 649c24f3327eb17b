import { expect, test } from 'vitest'
import { inWords } from '#domain/checks/all.ts'
import { fieldsIn } from './fields.ts'

test('what the authority refused lands on the field that its line begins with', () => {
  const said = [
    'customer.tin_no: The buyer’s TIN is not known to the authority. (ERR406)',
    'customer.tin_no: Another reason. (ERR208)',
    'sender.contact_number: The supplier’s phone number is invalid. (CF414)',
    'The authority could not verify the signature. (DS333)',
    'The authority says: ZZ999: customer.tin_no: odd. Reference: c-1.',
  ]
  expect(fieldsIn(said.join('\n'))).toEqual({
    'customer.tin_no': [
      'The buyer’s TIN is not known to the authority. (ERR406)',
      'Another reason. (ERR208)',
    ],
    'sender.contact_number': ['The supplier’s phone number is invalid. (CF414)'],
  })
})

test('what our own checks found before sending lands on the field that they name', () => {
  const found = inWords([
    { field: 'items.0.tax_type', message: 'Unknown: no such code.' },
    { field: 'invoice_date', message: 'Too old.' },
  ])
  expect(fieldsIn(`The document was not sent, since it breaks the rules of today.\n${found}`)).toEqual({
    'items.0.tax_type': ['Unknown: no such code.'],
    invoice_date: ['Too old.'],
  })
})

test('a message without a field has none', () => {
  expect(fieldsIn('The authority gave no reason. Reference: c-1.')).toEqual({})
  expect(fieldsIn('')).toEqual({})
})
