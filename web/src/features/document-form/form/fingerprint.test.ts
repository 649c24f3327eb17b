import { expect, test } from 'vitest'
import { buildForm, buildLine } from './examples.ts'
import { fingerprintOf } from './fingerprint.ts'
import { newLine } from './state.ts'

const backwards = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).toReversed()) as T

test('a form that was kept and read back is the same, however its fields are ordered', () => {
  const form = buildForm()
  const read = JSON.parse(JSON.stringify(form)) as typeof form
  const { customer, items } = read
  const turned = backwards({
    ...read,
    customer: customer && backwards(customer),
    items: items.map(backwards),
  })
  expect(fingerprintOf(turned)).toBe(fingerprintOf(form))
  expect(fingerprintOf({ ...form, items: [...form.items, newLine(7, 1)] })).toBe(fingerprintOf(form))
})

test('whatever would be sent otherwise makes it another one', () => {
  const form = buildForm()
  const others = [
    form,
    { ...form, document_remarks: 'Two pallets' },
    { ...form, cancel_reason: 'Wrong month.' },
    { ...form, customer: form.customer && { ...form.customer, email: 'a@b.example' } },
    { ...form, items: [buildLine({ quantity: '5.00' })] },
    { ...form, items: [buildLine({ quantity: '6.00' })] },
  ]
  expect(new Set(others.map(fingerprintOf)).size).toBe(others.length)
})
