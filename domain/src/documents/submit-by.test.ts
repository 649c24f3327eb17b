import { expect, test } from 'vitest'
import { buildDocument, buildLine } from '../../test/build.ts'
import { submitBy } from './submit-by.ts'

const consolidated = [buildLine({ classification: '004' })]

test('a document should arrive on the day it bears', () => {
  expect(submitBy(buildDocument({ invoice_date: '2026-11-20' }))).toBe('2026-11-20')
})

test('a consolidated one seven days after the month it covers', () => {
  const november = buildDocument({ invoice_date: '2026-11-30', items: consolidated })
  expect(submitBy(november)).toBe('2026-12-07')
  const october = { ...november, invoice_date: '2026-11-03', billing_end: '2026-10-31' }
  expect(submitBy(october)).toBe('2026-11-07')
})
