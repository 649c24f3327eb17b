import { expect, test } from 'vitest'
import { buildForm, buildLine } from './examples.ts'
import { newLine } from './state.ts'
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
