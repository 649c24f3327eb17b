import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slowTexts } from '../../../test/growth.ts'
import { REPAIRED } from '../../../test/repairs.ts'
import { CELL_CHARS_MAX, readCell } from '../cells.ts'
import { COLUMNS, columnHeaded, headingOf } from '../columns.ts'
import { fixesFor, repairCell } from './fixes.ts'
import { codeOfName } from './names.ts'
import { REPAIRS } from './repairs.ts'

const HEADINGS = COLUMNS.map(headingOf)

test.each(REPAIRED)('$kind writes $cell in $heading as $written', ({ written, ...given }) => {
  expect(repairCell(given)).toBe(written)
  const fixes = fixesFor(given.heading, [given.cell], { semicolons: true })
  expect(fixes.map(({ kind }) => kind)).toContain(given.kind)
})

test('every repair has an example', () => {
  expect(
    REPAIRS.map(({ kind }) => kind).filter((kind) => !REPAIRED.some((one) => one.kind === kind)),
  ).toEqual([])
})

test.each([
  ['invoice_date', 'yesterday'],
  ['invoice_date', '13/13/2026'],
  ['invoice_date', '99999'],
  ['invoice_date', '31/02/26'],
  ['unit_price', 'twelve'],
  ['unit_price', '1.2E+05'],
  ['unit_price', '12,50 or 13,50'],
  ['quantity', '10 x 5 pcs'],
  ['customer.state', 'Wilayah Persekutuan'],
  ['customer.state', 'Selangor'],
  ['customer.country', 'Malaysia'],
  ['customer.country', 'Atlantis'],
  ['unit_of_measurement', 'pallet of 12'],
  ['customer.contact_number', '(03) 216'],
  ['customer.contact_number', 'ask Ali'],
  ['customer.contact_number', '03.2161.4455 012.345.6789'],
  ['customer.zipcode', '504'],
  ['customer.zipcode', '504000'],
  ['customer.email', 'none'],
  ['customer.tin_no', 'C123'],
  ['customer.identity_number', '1234567-A'],
  ['customer.identity_number', '201901012345 / 201901012346'],
  ['selfbilling', 'maybe'],
  ['invoice_time', '14:05 PM'],
  ['customer.name', ''],
  ['no such column', '12,50'],
  ['__proto__', '12,50'],
])('in %s nothing repairs %j: a person must say what is meant', (heading, cell) => {
  expect(fixesFor(heading, [cell])).toEqual([])
})

describe('a repair', () => {
  const kinds = REPAIRS.map(({ kind }) => kind)

  test('leaves alone what it wrote itself: repaired twice is the same as once', () => {
    for (const { kind, heading, written } of REPAIRED)
      expect(repairCell({ kind, heading, cell: written })).toBeUndefined()
  })

  test('of any text in any column is another text, or none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...HEADINGS),
        fc.string({ unit: 'grapheme' }),
        (kind, heading, cell) => {
          const written = repairCell({ kind, heading, cell })
          expect(written === undefined || (written !== '' && written !== cell.trim())).toBe(true)
        },
      ),
    )
  })

  test.each(REPAIRS)('$kind takes no longer than a hostile text is long', ({ kind, headings = HEADINGS }) => {
    const slow = headings.flatMap((heading) =>
      slowTexts((cell) => repairCell({ kind, heading, cell })).map((text) => `${heading}: ${text}`),
    )
    expect(slow).toEqual([])
  })

  test('is none of a cell that is longer than any may be', () => {
    const given = { kind: 'first_of_several', heading: 'customer.contact_number' }
    const cellOf = (chars: number) => `${'0312345678,'.padEnd(chars - 1)}x`
    expect(repairCell({ ...given, cell: cellOf(CELL_CHARS_MAX) })).toBe('0312345678')
    expect(repairCell({ ...given, cell: cellOf(CELL_CHARS_MAX + 1) })).toBeUndefined()
  })

  test('of a comma between thousands is offered where it may be that of a decimal', () => {
    const offered = (semicolons: boolean) =>
      fixesFor('unit_price', ['1,250'], { semicolons }).map(({ kind }) => kind)
    expect(offered(true)).toEqual(['decimal_comma', 'comma_out'])
    expect(offered(false)).toEqual(['decimal_comma'])
  })

  test('of a point alone is offered where it may be that of thousands', () => {
    const offered = (semicolons: boolean) =>
      fixesFor('quantity', ['1.250'], { semicolons }).map(({ kind }) => kind)
    expect(offered(true)).toEqual(['point_out', 'point_kept'])
    expect(offered(false)).toEqual([])
  })

  test('is taken where semicolons stand between the cells, as it is elsewhere', () => {
    const odd = REPAIRED.filter(({ heading, written }) => {
      const column = columnHeaded(heading)
      return !column || !('value' in readCell(column, written, { semicolons: true }))
    })
    expect(odd).toEqual([])
  })

  test('that mends most of the cells comes first', () => {
    const fixes = fixesFor('invoice_date', ['46347', '11/21/2026', '11/22/2026'])
    expect(fixes.map(({ kind }) => kind)).toEqual(['month_first', 'counted_days'])
  })
})

test('no name means two codes, and none is already understood as another', () => {
  expect(codeOfName('customer.state', 'kl')).toBe('14')
  expect(codeOfName('customer.state', 'KUALA LUMPUR')).toBeUndefined()
  expect(codeOfName('item_description', 'each')).toBeUndefined()
})

test('of two telephone numbers none is made of both', () => {
  const fixes = fixesFor('customer.contact_number', ['03-2161 4455 / 012-345 6789'])
  expect(fixes.map(({ kind }) => kind)).toEqual(['first_of_several'])
})
