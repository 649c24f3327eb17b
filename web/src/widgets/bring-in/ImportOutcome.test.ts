import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { items } from '#contract/items.ts'
import { ITEM_HEADINGS, ITEM_SAMPLE } from '#domain/imports/item-headings.ts'
import { i18n } from '../../i18n.ts'
import type { Book, BookAnswer } from './book.ts'
import { ImportOutcome } from './ImportOutcome.tsx'

const BOOK: Book = {
  ...{ endpoint: items.import, file: 'items', headings: ITEM_HEADINGS, sample: ITEM_SAMPLE },
  words: {
    ...{ title: 'Import items', about: 'About', there: 'What is there already' },
    canBeAdded: (added) => `${added} can be added`,
    add: (added) => `Add ${added}`,
    wereAdded: (added) => `${added} were added`,
  },
  labelOf: (field) => (field === 'tax_type' ? 'Tax Type' : field),
  there: [
    { field: 'item_description', header: 'Description' },
    { field: 'tax_rate', header: 'Tax Rate', write: (rate) => `${rate} %` },
  ],
}

const REPLY: BookAnswer = {
  ...{ check_only: true, rows: 0, added: 0, skipped: 0, refused: 0 },
  ...{ there_already: [], errors: [], changes: [], notes: [] },
}

/** The texts that it shows, one after the other. */
const read = (reply: Partial<BookAnswer>): string[] => {
  const outcome = createElement(ImportOutcome, { book: BOOK, reply: { ...REPLY, ...reply } as BookAnswer })
  const shown = createElement(I18nProvider, { i18n }, createElement(MantineProvider, null, outcome))
  const markup = renderToStaticMarkup(shown).replace(/<style[^>]*>.*?<\/style>|<script.*?<\/script>/gs, '')
  return markup.split(/<[^>]+>/).filter((text) => text.trim() !== '')
}

test('what is wrong is told by row, by the label of the form, and by the letter of a column without one', () => {
  const errors = [
    { row: 3, field: 'tax_type', message: 'Please select the tax type.' },
    { row: 3, field: 'E', message: 'This column has no heading.' },
  ]
  const shown = read({ rows: 2, added: 1, refused: 1, errors })
  expect(shown).toEqual([
    ...['1 can be added', '1 row has errors', 'Nothing is stored yet', 'Row', 'Field', 'What is wrong'],
    ...['3', 'Tax Type', 'Please select the tax type.', '3', 'E', 'This column has no heading.'],
  ])
})

test('what is there already is told by the fields of its kind, and which row of the file says it first', () => {
  const item = { classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10.00' }
  const there_already = [
    { row: 2, ...item, same_as: null },
    { row: 9, ...item, same_as: 4 },
  ]
  const shown = read({ check_only: false, rows: 3, added: 1, skipped: 2, there_already })
  expect(shown).toEqual([
    ...['1 were added', '2 are there already and stay as they are', 'What is there already'],
    ...['Row', 'Description', 'Tax Rate', '2', 'Kertas A4', '10.00 %'],
    ...['9', 'Kertas A4 (row 4 of this file)', '10.00 %'],
  ])
})

test('where more is skipped than is told, that is said', () => {
  const item = { ...ITEM_SAMPLE, row: 2, same_as: null }
  expect(read({ skipped: 2, there_already: [item] }).at(-1)).toBe('Only the first 500 are listed.')
})
