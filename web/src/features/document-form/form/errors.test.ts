import { expect, test } from 'vitest'
import { withoutBlankLines } from './edit.ts'
import { findErrors, fromPositions, isAt, unreadableFigures, withoutErrors } from './errors.ts'
import { buildForm, buildLine, buyer, opening } from './examples.ts'
import { LIMITS, numberFault } from './limits.ts'
import { emptyForm, type HeaderField, type LineField } from './state.ts'

const texts = {
  selectOne: 'Please select one',
  selectSender: 'Please select Sender',
  complaint: (field: HeaderField | LineField, text: string) => {
    const limits = LIMITS[field]
    const fault = limits && numberFault(text, limits)
    return fault && (fault === 'unreadable' ? 'Please enter a number.' : 'Beyond its limits.')
  },
}
const find = (form: Parameters<typeof findErrors>[0]) => findErrors(form, opening.today, texts)

test('a complete form has no errors', () => {
  expect(find(buildForm())).toEqual({})
})

test('a form whose number could not be had may be sent: the server gives it one', () => {
  expect(find(buildForm({ invoice_number: '' }))).toEqual({})
})

test('an empty form says one thing per missing choice, in the order of the page', () => {
  const form = withoutBlankLines(emptyForm(opening.today, opening.now_ms))
  expect(Object.entries(find({ ...form, invoice_currency: '' }))).toEqual([
    ['invoice_type', 'Please select one'],
    ['sender_store_code', 'Please select one'],
    ['sender', 'Please select Sender'],
    ['customer', 'Please select one'],
    ['invoice_currency', 'Please select Currency'],
    ['items', 'Please add at least one item before submitting.'],
  ])
})

test('a line’s errors follow its id, whatever its position', () => {
  const form = buildForm({ items: [buildLine({ id: 'a' }), buildLine({ id: 'b', quantity: '0' })] })
  expect(find(form)).toEqual({ 'items.b.quantity': 'The quantity must be above zero.' })
  expect(fromPositions({ 'items.1.tax_type': ['Unknown.', 'Twice.'], 'items.9.x': ['Gone.'] }, form)).toEqual(
    {
      'items.b.tax_type': 'Unknown. Twice.',
      'items.9.x': 'Gone.',
    },
  )
})

test('letters in a figure are an error of that figure', () => {
  const form = buildForm({ tax_rate: 'six', items: [buildLine({ id: 'a', discount_rate: '5 %' })] })
  expect(find(form)).toEqual({
    tax_rate: 'Please enter a number.',
    'items.a.discount_rate': 'Please enter a number.',
  })
})

test('what a template could not keep is a figure that nobody can read, and none that is still to be typed', () => {
  const items = [
    buildLine({ id: 'a', quantity: 'two' }),
    buildLine({ id: 'b', quantity: '0', unit_price: '' }),
  ]
  const form = buildForm({ invoice_currency: 'USD', currency_exchange_rate: '', tax_rate: '101', items })
  expect(unreadableFigures(form, texts)).toEqual({ 'items.a.quantity': 'Please enter a number.' })
  expect(unreadableFigures({ ...form, prepayment_amount: 'half' }, texts)).toEqual({
    prepayment_amount: 'Please enter a number.',
    'items.a.quantity': 'Please enter a number.',
  })
})

test('finer than its field may be, a figure is an error and is not rounded in silence', () => {
  const usd = { invoice_currency: 'USD', currency_exchange_rate: '4.91537' }
  expect(find(buildForm({ ...usd, prepayment_amount: '1.005' }))).toEqual({
    prepayment_amount: 'Beyond its limits.',
  })
  expect(find(buildForm({ rounding_amount: '1' })).rounding_amount).toBe(
    'Rounding must lie between -0.99 and 0.99.',
  )
})

test('a foreign currency needs its rate, a note its original', () => {
  expect(Object.keys(find(buildForm({ invoice_currency: 'USD' })))).toEqual(['currency_exchange_rate'])
  expect(Object.keys(find(buildForm({ invoice_type: '02' })))).toEqual([
    'original_inv_ref_number',
    'original_inv_number',
  ])
})

test('in a self-billed document the supplier, who comes first, is the other side', () => {
  const form = {
    ...emptyForm(opening.today, opening.now_ms),
    selfbilling: true,
    invoice_type: '11',
    items: [buildLine()],
  }
  const keys = Object.keys(find(form)).filter((key) => key === 'sender' || key === 'customer')
  expect(keys).toEqual(['customer', 'sender'])
})

test('typing into a field settles its errors and those beneath it, and no others', () => {
  const errors = { customer: 'a', 'customer.tin_no': 'b', customers: 'c' }
  expect(withoutErrors(errors, isAt('customer'))).toEqual({ customers: 'c' })
  expect(withoutErrors(errors, isAt('sender'))).toBe(errors)
})

test('what is only pasted badly is no error; a passport as NRIC is one, with the remedy', () => {
  const person = { ...buyer, tin_no: 'IG56003500070', identity_type: 'NRIC' }
  expect(find(buildForm({ customer: { ...person, identity_number: '770625-01-5324' } }))).toEqual({})
  expect(find(buildForm({ customer: { ...person, identity_number: 'A1234567' } }))).toEqual({
    'customer.identity_number': expect.stringContaining('a passport number'),
  })
  expect(find(buildForm({ customer: { ...buyer, state: '17' } }))).toEqual({})
})
