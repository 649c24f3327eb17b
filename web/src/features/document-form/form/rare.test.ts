import { expect, test } from 'vitest'
import { buildForm } from './examples.ts'
import { hasRareError, hasRareValue, RARE_FIELDS } from './rare.ts'

test('what every new document has is no value, whatever a clerk types is one', () => {
  expect(hasRareValue(buildForm())).toBe(false)
  expect(hasRareValue(buildForm({ tax_exemption_reason: 'NOT APPLICABLE', rounding_amount: '0' }))).toBe(
    false,
  )
  for (const field of RARE_FIELDS) expect(hasRareValue(buildForm({ [field]: '7' })), field).toBe(true)
  expect(hasRareValue(buildForm({ prepayment_amount: 'all of it' }))).toBe(true)
  expect(hasRareValue(buildForm({ voluntary_disclosure: true }))).toBe(true)
})

test('an error in one of them counts, in another field none does', () => {
  expect(hasRareError({ rounding_amount: 'Too much.' })).toBe(true)
  expect(hasRareError({ voluntary_disclosure: 'Over.' })).toBe(true)
  expect(hasRareError({ invoice_date: 'None.', 'items.a.tax_rate': 'None.' })).toBe(false)
})
