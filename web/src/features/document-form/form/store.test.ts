import { expect, test } from 'vitest'
import { isAt } from './errors.ts'
import { buildForm, buildLine } from './examples.ts'
import { type FormLine, newLine } from './state.ts'
import { createFormStore } from './store.ts'

const open = () =>
  createFormStore(buildForm({ items: [buildLine({ id: 'a' }), buildLine({ id: 'b' })] }), {
    'items.a.quantity': 'Wrong.',
    'items.b.quantity': 'Wrong.',
    items: 'None.',
  })

test('typing into one line leaves the other lines the same objects and settles its own error', () => {
  const store = open()
  const [, second] = store.get().form.items
  store.setLine('a', 'quantity', '9')
  expect(store.get().form.items[1]).toBe(second)
  expect(Object.keys(store.get().errors)).toEqual(['items.b.quantity'])
  expect(store.get().touched).toBe(true)
})

test('what is said of a whole line is answered by an edit in it, not by one in another', () => {
  const store = createFormStore(buildForm({ items: [buildLine({ id: 'a' }), buildLine({ id: 'b' })] }), {
    'items.a': 'Wrong.',
    'items.b': 'Wrong.',
  })
  store.setLine('a', 'quantity', '9')
  expect(Object.keys(store.get().errors)).toEqual(['items.b'])
})

test('Enter adds a line beneath, and an empty one that waits there is used', () => {
  const store = open()
  const added = store.addLine(5, 0)
  expect(store.get().form.items.map((line) => line.id)).toEqual(['a', added, 'b'])
  expect(store.addLine(6, 0)).toBe(added)
})

test('a removed line can be put back where it stood', () => {
  const store = open()
  const [first] = store.get().form.items
  store.removeLine('a')
  expect(store.get().form.items.map((line) => line.id)).toEqual(['b'])
  if (first) store.restoreLine(first, 0)
  expect(store.get().form.items.map((line) => line.id)).toEqual(['a', 'b'])
})

test('what the portal fills in by itself is no edit of the clerk', () => {
  const store = open()
  store.fill({ sender_store_code: 'PEN01' })
  expect(store.get()).toMatchObject({ touched: false, form: { sender_store_code: 'PEN01' } })
})

test('what is left blank goes before the check, but for one line where there is no other', () => {
  const [blank, filled] = [newLine(1, 0), buildLine()]
  const left = (items: (typeof filled)[]) => {
    const store = createFormStore(buildForm({ items }))
    store.dropBlankLines()
    return store.get().form.items
  }
  expect(left([blank, filled, newLine(1, 2)])).toEqual([filled])
  expect(left([blank, newLine(1, 1)])).toEqual([blank])
})

test.each([
  ['invoice_currency', ['currency_exchange_rate']],
  ['invoice_type', ['original_inv_number', 'original_inv_ref_number']],
  ['tax_rate', ['tax_exemption_reason']],
] as const)('an edit of the %s answers what is said of the fields that hang on it', (field, others) => {
  const said = Object.fromEntries([field, ...others, 'contract_number'].map((one) => [one, 'Wrong.']))
  const store = createFormStore(buildForm(), said)
  store.setField(field, '02')
  expect(Object.keys(store.get().errors)).toEqual(['contract_number'])
})

test.each([
  ['tax_type', ['tax_rate', 'tax_exemption_reason']],
  ['unit_price', ['discount_rate', 'discount_amount']],
  ['quantity', ['discount_rate', 'discount_amount']],
  ['discount_rate', ['discount_amount']],
  ['discount_amount', ['discount_rate']],
] as const)('an edit of the %s of a line answers that of its own fields only', (field, others) => {
  const items = [buildLine({ id: 'a' }), buildLine({ id: 'b' })]
  const keys = [field, ...others, 'charges_rate'].map((one) => `items.a.${one}`)
  const elsewhere = others.map((one) => `items.b.${one}`)
  const said = Object.fromEntries([...keys, ...elsewhere].map((key) => [key, 'Wrong.']))
  const store = createFormStore(buildForm({ items }), said)
  store.setLine('a', field, '2')
  expect(Object.keys(store.get().errors)).toEqual(['items.a.charges_rate', ...elsewhere])
})

test('a saved item answers what is said of all that it fills or takes away', () => {
  const store = createFormStore(buildForm({ items: [buildLine({ id: 'a' })] }), {
    'items.a.tax_exemption_reason': 'Wrong.',
    'items.a.unit_price': 'Wrong.',
  })
  store.fillLine('a', { tax_type: '06' })
  expect(Object.keys(store.get().errors)).toEqual(['items.a.unit_price'])
})

test('a saved item of another tax type takes away why the former one bore no tax', () => {
  const reasonAfter = (filled: Partial<FormLine>) => {
    const exempt = buildLine({ id: 'a', tax_type: 'E', tax_exemption_reason: 'Books for schools' })
    const store = createFormStore(buildForm({ items: [exempt] }))
    store.fillLine('a', { item_description: 'Kertas A4', ...filled })
    return store.get().form.items[0]?.tax_exemption_reason
  }
  expect(reasonAfter({ tax_type: '06' })).toBe('')
  expect(reasonAfter({ tax_type: 'E' })).toBe('Books for schools')
  expect(reasonAfter({})).toBe('Books for schools')
})

test('what is said of a customer goes with it, and with no other edit', () => {
  const said = { 'customer.tin_no': 'Wrong.', 'sender.tin_no': 'Wrong.' }
  const store = createFormStore(buildForm(), said)
  store.change((form) => form, isAt('sender_store_code'))
  expect(store.get().errors).toEqual(said)
  store.change((form) => ({ ...form, customer: null }), isAt('sender'))
  expect(store.get().errors).toEqual({})
})
