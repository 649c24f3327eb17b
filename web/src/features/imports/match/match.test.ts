import { expect, test } from 'vitest'
import { missingFields } from '#domain/imports/guess.ts'
import { doubles, stillMissing } from './match.ts'

const column = (field: string | null) => ({ heading: 'x', samples: [], field, match: 'guessed' as const })
const required = missingFields([])

test('names what is missing as the columns are chosen, and not what a default fills', () => {
  const upload = { columns: [column('invoice_number')], missing: required.slice(2) }
  expect(required.slice(0, 2)).toEqual(['invoice_number', 'invoice_type'])
  // The second one has a default.
  expect(stillMissing(upload, ['invoice_number'])).toEqual(required.slice(2))
  expect(stillMissing(upload, [null])).toEqual(['invoice_number', ...required.slice(2)])
  expect(stillMissing(upload, ['invoice_number', ...required.slice(2)])).toEqual([])
})

test('tells of columns that are one field, and of none that are left out', () => {
  expect(doubles(['a', null, 'b', 'a', null])).toEqual([3, undefined, undefined, 0, undefined])
})
