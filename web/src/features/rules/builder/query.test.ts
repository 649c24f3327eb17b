import { expect, test } from 'vitest'
import type { Rows } from '#domain/rules/rows.ts'
import { ofQuery, toQuery } from './query.ts'

test('rows become what the library holds, and come back as they were', () => {
  const rows: Rows = {
    join: 'any',
    rows: [
      { field: 'customer.country', operator: 'in', values: ['MYS', 'SGP'], other: false },
      {
        join: 'all',
        rows: [
          { field: 'payment_due_date', operator: '>=', values: ['invoice_date'], other: true },
          { field: 'agent_number', operator: 'empty', values: [], other: false },
        ],
      },
    ],
  }
  expect(ofQuery(toQuery(rows))).toEqual(rows)
})

test('what was typed for one operator is taken over by another', () => {
  const one = (operator: string, value: unknown) =>
    ofQuery({ combinator: 'and', rules: [{ field: 'agent_number', operator, value }] }).rows[0]
  expect(one('in', 'A')).toMatchObject({ values: ['A'] })
  expect(one('in', '')).toMatchObject({ values: [] })
  expect(one('=', ['A', 'B'])).toMatchObject({ values: ['A'] })
  expect(one('empty', 'A')).toMatchObject({ values: [] })
})
