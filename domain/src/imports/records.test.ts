import { describe, expect, it } from 'vitest'
import { own } from '#codes/own.ts'
import { CUSTOMER_RECORDS } from './customer-columns.ts'
import { CUSTOMER_HEADINGS, CUSTOMER_SAMPLE } from './customer-headings.ts'
import { unknownCode } from './faults/unknown-code.ts'
import { ITEM_RECORDS } from './item-columns.ts'
import { ITEM_FIELDS, ITEM_HEADINGS, ITEM_SAMPLE } from './item-headings.ts'
import { recordTemplate } from './record-template.ts'
import { readRecord, readRecordHeadings, remembering } from './records.ts'

describe('the headings of a file of items', () => {
  it.each([
    [Object.values(ITEM_HEADINGS)],
    [ITEM_FIELDS],
    [ITEM_FIELDS.map((field) => `items.${field}`)],
    [['CLASSIFICATION CODE', 'Item Name', 'Tax Code', 'Tax %']],
    [['Kod Klasifikasi', 'Nama Barang', 'Jenis Cukai', 'Kadar Cukai (%)']],
    [['Pengelasan', 'Keterangan', 'jenis_cukai', 'Peratus Cukai']],
  ])('are known as %j', (cells) => {
    expect(readRecordHeadings(ITEM_RECORDS, cells)).toEqual({ fields: ITEM_FIELDS, faults: [] })
  })

  it('leave out what our file of errors adds, and what has no heading', () => {
    const { fields, faults } = readRecordHeadings(ITEM_RECORDS, [...ITEM_FIELDS, '', 'row', 'error'])
    expect([fields.slice(4), faults]).toEqual([[undefined, undefined, undefined], []])
  })

  it('are not those of a document or of a customer', () => {
    const { faults } = readRecordHeadings(ITEM_RECORDS, [...ITEM_FIELDS, 'Invoice Number', 'City', 'Qty'])
    expect(faults).toEqual([
      'Column E, Invoice Number, is not known.',
      'Column F, City, is not known.',
      'Column G, Qty, is not known.',
    ])
  })
})

it.each([
  [CUSTOMER_RECORDS, CUSTOMER_HEADINGS, CUSTOMER_SAMPLE],
  [ITEM_RECORDS, ITEM_HEADINGS, ITEM_SAMPLE],
])('a template is headed and filled as it is read', (records, headings, sample) => {
  const [head = ''] = recordTemplate(headings, sample).replace('\uFEFF', '').split('\r\n')
  const { fields, faults } = readRecordHeadings<string>(records, head.split(','))
  expect([fields, faults]).toEqual([Object.keys(headings), []])
  const cells = fields.map((field) => own<string>(sample, field ?? '') ?? '')
  expect(readRecord<string>(records, fields, cells)).toEqual({ said: sample, faults: [], changes: [] })
})

describe('a text that is no code of its list', () => {
  it.each([
    ['tax_type', '01', undefined],
    ['tax_type', 'sales tax', undefined],
    ['tax_type', 'e', undefined],
    ['tax_type', 'none', '06, Not Applicable'],
    ['tax_type', 'Servise Tax', '02, Service Tax'],
    ['classification', '022', undefined],
    ['classification', 'Others', '022, Others'],
    ['classification', 'Computers, smartphone, tablet', '003, Computer, smartphone or tablet'],
    ['item_description', 'anything', undefined],
  ])('%s %s', (field, text, meant) => {
    const message = meant && `${text} is no code of LHDN’s list; did you mean ${meant}?`
    expect(unknownCode(field, text)).toBe(message)
  })

  it.each([
    ['classification', '099'],
    ['classification', '46510'],
    ['tax_type', 'SR'],
    ['tax_type', '__proto__'],
  ])('is not guessed: %s %s', (field, text) => {
    expect(unknownCode(field, text)).toBe(`${text} is no code of LHDN’s list.`)
  })

  it('is told as far as it can be read at once', () => {
    expect(unknownCode('tax_type', 'x'.repeat(9_000))).toBe(`${'x'.repeat(60)}… is no code of LHDN’s list.`)
  })

  it('is looked up once in a file, by its column', () => {
    const asked: string[] = []
    const { refuse } = remembering({
      ...ITEM_RECORDS,
      refuse(field, text) {
        asked.push(`${field}: ${text}`)
        return unknownCode(field, text)
      },
    })
    const texts = ['Servise Tax', '01', 'Servise Tax', '01']
    const said = texts.map((text) => refuse?.('tax_type', text))
    expect(said).toEqual(texts.map((text) => unknownCode('tax_type', text)))
    refuse?.('classification', '01')
    expect(asked).toEqual(['tax_type: Servise Tax', 'tax_type: 01', 'classification: 01'])
  })
})
