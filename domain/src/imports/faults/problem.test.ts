import { expect, test } from 'vitest'
import { slowTexts } from '../../../test/growth.ts'
import malay from '../../language/ms.json' with { type: 'json' }
import { createTranslator } from '../../language/translate.ts'
import { readCell } from '../cells.ts'
import { COLUMNS, headingOf } from '../columns.ts'
import { gatheringUnder } from '../gather.ts'
import { readHeadings } from '../headings.ts'
import { problemOf, VARYING } from './problem.ts'

const BAD = [
  'twelve',
  '12,50',
  'x'.repeat(90),
  '1.2E+05',
  '9,9E-3',
  '46348',
  '40001',
  '1/2/26',
  '22-Nov-25',
  '99/99/2026',
  'a\nb is no number that can be read. b',
]

/** What a test expects to be one problem: the fault alone. */
const kindOf = (message: string) =>
  ['no number', 'no date', 'count days', 'two digits', 'shortened'].find((words) => message.includes(words))

test('what is wrong with a cell is the same problem, whatever stands there', () => {
  for (const column of COLUMNS) {
    const heading = headingOf(column)
    const keys = new Map<string | undefined, Set<string>>()
    for (const cell of BAD) {
      const read = readCell(column, cell)
      if (!('message' in read)) continue
      const { key, message } = problemOf({ column: heading, message: read.message })
      expect(key).toBe(`${heading}: ${message}`)
      for (const text of BAD) expect(message).not.toContain(text)
      keys.set(kindOf(read.message), (keys.get(kindOf(read.message)) ?? new Set()).add(key))
    }
    for (const alike of keys.values()) expect([...alike]).toHaveLength(1)
  }
})

const IN_TWO_WAYS =
  'can be read in two ways: in a file with semicolons a comma may be the decimal point. Write it as 1234.50.'

test.each([
  [
    'The name may have at most 300 characters; it has 312.',
    'The name may have at most 300 characters; it has 1,999.',
  ],
  [
    'The payload says 5.00, but the lines add up to 6.00.',
    'The payload says 7, but the lines add up to 8.00, or to 9.00 before discounts.',
  ],
  [`1,250 ${IN_TWO_WAYS}`, `RM 2,500 ${IN_TWO_WAYS}`],
  [
    'Row 7 has no invoice number. It may be a line of this document.',
    'Row 1234 has no invoice number. It may be a line of this document.',
  ],
  ['An edit may not change this: it is 2026-11-01.', 'An edit may not change this: it is empty.'],
  ['The UUID is that of INV-1.', 'The UUID is that of another document.'],
  ['The number INV-1 is already in use.', 'The number INV 2 (x) is already in use.'],
])('%j and %j are one problem', (one, other) => {
  const keys = [one, other].map((message) => problemOf({ column: 'customer.name', message }).key)
  expect(keys[0]).toBe(keys[1])
})

/** A message of each kind that varies. */
const VARIED = [
  'twelve is no number that can be read. Write it as 1234.50.',
  `1,250 ${IN_TWO_WAYS}`,
  'yesterday is no date that can be read. Write it as 2026-11-22 or 22/11/2026.',
  '46348 is a date as spreadsheets count days (2026-11-22). Format the column as a date and save the file again.',
  'The year of 1/2/26 has two digits. Write it as 2026-11-22 or 22/11/2026.',
  ...['Text', 'Number'].map(
    (kind) =>
      'A spreadsheet shortened this number to 1E+05 and dropped digits. ' +
      `Format the column as ${kind}, enter the number again, and save the file.`,
  ),
  'Row 2 of this document says Ipoh, this row says Kuantan.',
  'Row 7 has no invoice number. It may be a line of this document.',
  'The payload says 5.00, but the lines add up to 6.00.',
  'The name may have at most 300 characters; it has 312.',
  'The document would have about 412 KB; the authority takes 300 KB. Split it into several documents.',
  'The number INV-1 is already in use.',
  'An edit may not change this: it is 2026-11-01.',
  'The UUID is that of INV-1.',
  'Something went wrong on the server (reference 1f-2). The document was not stored.',
]
const inMalay = createTranslator(malay)

test('of each kind that varies there is a message here', () => {
  expect(VARYING.filter(([pattern]) => !VARIED.some((message) => pattern.test(message)))).toEqual([])
})

test.each(VARIED)('what all have in common with %j is said in Malay, sentence by sentence', (message) => {
  const cut = problemOf({ column: 'x', message }).message
  expect(cut).not.toBe(message)
  const said = inMalay(cut)
  for (const sentence of cut.split(/(?<=[.:]) /)) expect(said).not.toContain(sentence)
})

test('the same words in another column are another problem', () => {
  const message = 'Please select the country.'
  expect(problemOf({ column: 'customer.country', message }).key).not.toBe(
    problemOf({ column: 'country_origin', message }).key,
  )
})

test('rows of documents that contradict each other are one problem for each column', () => {
  const gathering = gatheringUnder(
    readHeadings(['invoice_number', 'customer.name', 'customer.city']).headings,
  )()
  const rows = ['A', 'B', 'C'].flatMap((number) => [
    [number, `${number} Sdn Bhd, says`, 'Ipoh'],
    [number, `another than ${number}`, `Kuala ${number}`],
  ])
  for (const [at, cells] of rows.entries()) gathering.add({ row: at + 2, cells })
  const findings = gathering.finish().flatMap(({ findings }) => findings)
  expect(findings).toHaveLength(6)
  expect(new Set(findings.map((finding) => problemOf(finding).key)).size).toBe(2)
})

test.each([
  ['what stands in a cell', (text: string) => `${text} is no date that can be read. Write it otherwise.`],
  ['one row', (text: string) => `Row 2 of this document says ${', this row says '.repeat(text.length / 16)}`],
  ['two rows', (text: string) => `Row 2 of this document says ${text}, this row says ${text}.`],
  ['a number', (text: string) => `The number ${text} is already in use.`],
])('takes no longer than a hostile message is long: %s', (_, messageOf) => {
  expect(slowTexts((text) => problemOf({ column: 'x', message: messageOf(text) }))).toEqual([])
})
