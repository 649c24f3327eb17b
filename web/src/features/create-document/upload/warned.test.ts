import { expect, test } from 'vitest'
import { warnedIn } from './warned.ts'

const warning = (invoice_number: string, field: string, message: string) => ({
  invoice_number,
  field,
  message,
})

test('what is said of many documents is told once, with their numbers in the order of the file', () => {
  const told = warnedIn([
    warning('A', 'invoice_date', 'Old.'),
    warning('A', 'customer.state', 'State 17.'),
    warning('B', 'invoice_date', 'In the future.'),
    warning('C', 'invoice_date', 'Old.'),
  ])
  expect(told.map(({ key: _, ...one }) => one)).toEqual([
    { field: 'invoice_date', message: 'Old.', numbers: ['A', 'C'] },
    { field: 'customer.state', message: 'State 17.', numbers: ['A'] },
    { field: 'invoice_date', message: 'In the future.', numbers: ['B'] },
  ])
})

test('lines of one document that have the same warning name it once', () => {
  expect(
    warnedIn([warning('A', 'items.0.quantity', 'Many.'), warning('A', 'items.4.quantity', 'Many.')]),
  ).toMatchObject([{ field: 'items.quantity', numbers: ['A'] }])
})
