import { expect, test } from 'vitest'
import { buildForm, buildLine } from './examples.ts'
import { namedFields, readReply, refusedFields } from './refusal.ts'

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

test('sentences of the authority that name a field are tied to it, the others are not', () => {
  const message = 'customer.tin_no: TIN not found (CF321)\nThe total is wrong.\nCheck items.0.tax_type please'
  expect(namedFields(message, form)).toEqual({
    'customer.tin_no': 'TIN not found (CF321)',
    'items.a.tax_type': 'Check items.0.tax_type please',
  })
  expect(namedFields('Rejected by Bakri: wrong price', form)).toEqual({})
})
