import { expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import { DOCUMENT_TYPE_CODES, isNote } from './document.ts'
import { hasTerm, submitBy } from './submit-by.ts'

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

test('one that is disclosed has missed that day, and goes with the others', () => {
  const july = { billing_start: '2026-07-01', billing_end: '2026-07-31', invoice_date: '2026-11-20' }
  const disclosed = buildDocument({ ...july, items: consolidated, voluntary_disclosure: true })
  expect(submitBy(disclosed)).toBe('2026-11-20')
  expect(hasTerm(disclosed)).toBe(false)
  expect(hasTerm({ ...disclosed, voluntary_disclosure: false })).toBe(true)
})

test('one over several months when the first of them is due', () => {
  const quarter = { billing_start: '2026-07-01', billing_end: '2026-09-30', invoice_date: '2026-09-30' }
  expect(submitBy(buildDocument({ ...quarter, items: consolidated }))).toBe('2026-08-07')
  expect(submitBy(buildDocument(quarter))).toBe('2026-09-30')
})

test('a consolidated self-billed one too, whatever its lines are classified', () => {
  const nobody = buildCustomer({ tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' })
  const november = { billing_start: '2026-11-01', billing_end: '2026-11-30', invoice_date: '2026-11-30' }
  const of_the_public = { invoice_type: '11', selfbilling: true, customer: nobody, ...november }
  expect(submitBy(buildDocument(of_the_public))).toBe('2026-12-07')
  const person = { ...nobody, identity_type: 'NRIC', identity_number: '770625015324' }
  expect(submitBy(buildDocument({ ...of_the_public, customer: person }))).toBe('2026-11-30')
  expect(submitBy(buildDocument({ ...of_the_public, invoice_type: '01' }))).toBe('2026-11-30')
})

test.each(DOCUMENT_TYPE_CODES.filter(isNote))(
  'a note (%s) to one on the day that it bears',
  (invoice_type) => {
    const september = { billing_start: '2026-09-01', billing_end: '2026-09-30' }
    const customer = buildCustomer({ tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' })
    const note = { invoice_type, ...september, invoice_date: '2026-11-25', items: consolidated, customer }
    expect(submitBy(buildDocument(note))).toBe('2026-11-25')
  },
)
