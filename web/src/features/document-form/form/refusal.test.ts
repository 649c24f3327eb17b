import { expect, test } from 'vitest'
import { buildForm, buildLine } from './examples.ts'
import { onForm, readReply, refusedFields } from './refusal.ts'

const form = buildForm({ items: [buildLine({ id: 'a' }), buildLine({ id: 'b' })] })

test('the server’s field messages land on the fields of the form', () => {
  const reply = readReply({
    status: 'Failed',
    Invoice_Numbers: [],
    UUIDs: [],
    errors: [
      {
        invoice_number: 'M-KUL01000012',
        errors: [
          {
            type: 'validation',
            invoice_number: 'M-KUL01000012',
            details: {
              'items.1.tax_rate': ['Too high.'],
              'customer.tin_no': ['No valid TIN.'],
              sender_entity_code: ['Not yours.'],
            },
          },
          { type: 'other', invoice_number: '', details: 'Something about the whole.' },
        ],
      },
      { invoice_number: '', errors: 'A plain sentence.' },
    ],
  })
  expect(reply && refusedFields(reply, form)).toEqual({
    'items.b.tax_rate': 'Too high.',
    'customer.tin_no': 'No valid TIN.',
    sender: 'Not yours.',
  })
})

test('a body of another shape is no reply', () => {
  expect(readReply({ detail: 'Nope.' })).toBeNull()
  expect(readReply(undefined)).toBeNull()
})

test('what the authority refused lands on the fields of the form, a line’s on its line', () => {
  const fields = {
    'customer.tin_no': ['The buyer’s TIN is not known to the authority. (ERR406)', 'Another. (ERR208)'],
    'items.0.tax_type': ['Unknown.'],
    sender_entity_code: ['Not yours.'],
  }
  expect(onForm(fields, form)).toEqual({
    'customer.tin_no': 'The buyer’s TIN is not known to the authority. (ERR406) Another. (ERR208)',
    'items.a.tax_type': 'Unknown.',
    sender: 'Not yours.',
  })
  expect(onForm({}, form)).toEqual({})
})
