import { expect, test } from 'vitest'
import { readReasons } from './reasons.ts'
import { explain } from './sentences.ts'

test('wrappers are dropped where inner reasons say more, and kept where they say nothing', () => {
  const wrapped = {
    error: { code: 'Error03', message: 'Outer', details: [{ code: 'DV302', message: 'Inner' }] },
  }
  expect(readReasons(wrapped)).toEqual([{ code: 'DV302', message: 'Inner', path: '' }])
  const hollow = { error: { code: 'Error03', message: 'Outer', details: [null, {}] } }
  expect(readReasons(hollow)).toEqual([{ code: 'Error03', message: 'Outer', path: '' }])
})

test('a gateway’s own words are read, and nothing is made of nothing', () => {
  expect(readReasons({ statuscode: 429, message: 'Rate limit is exceeded.' })).toEqual([
    { code: '', message: 'Rate limit is exceeded.', path: '' },
  ])
  for (const nothing of [undefined, null, 7, [], {}, { error: null }])
    expect(readReasons(nothing)).toEqual([])
})

test('a hostile answer is bounded in number, length and depth', () => {
  const many = {
    error: { details: Array.from({ length: 500 }, (_, i) => ({ code: `C${i}`, message: 'm' })) },
  }
  expect(readReasons(many)).toHaveLength(50)
  expect(readReasons('x'.repeat(5_000))[0]?.message).toHaveLength(1_000)
  let deep: object = { code: 'LOW', message: 'm' }
  for (let i = 0; i < 1_000; i++) deep = { details: [deep] }
  expect(readReasons(deep)).toEqual([])
})

test('no letter of a long answer is cut in two', () => {
  const told = explain(readReasons(`${'x'.repeat(999)}😀`), '', false)
  expect([told.isWellFormed(), told.includes('x'.repeat(999))]).toEqual([true, true])
})

test('a wrapper is kept where its code or its words are none of those beneath it', () => {
  const inner = { code: 'Forbidden', message: 'Not yours', target: 'Document.UUID' }
  const told = (wrapper: object) =>
    readReasons({ error: { ...wrapper, details: [inner] } }).map((one) => one.code)
  expect(told({ code: 'AccessDenied', message: 'No', target: 'Update Document Status' })).toEqual([
    'AccessDenied',
    'Forbidden',
  ])
  expect(told({ code: 'Forbidden', message: 'Not yours' })).toEqual(['Forbidden'])
  expect(told({ code: null, message: 'The document belongs to another taxpayer' })).toEqual(['', 'Forbidden'])
  for (const hollow of ['3', '12', 'Error04', 'ValidationError', 'BadRequest'])
    expect(told({ code: hollow, message: 'Something' })).toEqual(['Forbidden'])
  for (const hollow of ['Validation Error', 'Step04-Invalid Code Field Validator', 'Not yours', null])
    expect(told({ code: null, message: hollow })).toEqual(['Forbidden'])
})

test.each([
  ['errorCode', { errorcode: 'CV317', code: 'Other', message: 'See https://x.example/#CF999' }, 'CV317'],
  [
    'the link',
    { errorcode: 'Error04', message: 'See https://x.example/code-validator-error/#CV317' },
    'CV317',
  ],
  ['the schema', { message: 'DateExpected: #/Invoice[0].X' }, 'DateExpected'],
  ['nothing', { code: 3, message: 'Something' }, '3'],
])('the code is taken from %s', (_, error, code) => {
  expect(readReasons({ error })).toMatchObject([{ code }])
})

test('the Malay twin is kept where it says something else', () => {
  expect(readReasons({ error: 'No', errorms: 'Tidak', errorcode: 'X1' })).toEqual([
    { code: 'X1', message: 'No', message_ms: 'Tidak', path: '' },
  ])
  expect(readReasons({ error: 'No', errorms: ' No\n', errorcode: 'X1' })).toEqual([
    { code: 'X1', message: 'No', path: '' },
  ])
})

test('of a schema text the innermost findings count, each at its own place', () => {
  const text = `ArrayItemNotValid: #/Invoice[1]
{
  ArrayItemNotValid: #/Invoice[1].InvoiceLine[0]
  {
    NumberExpected: #/Invoice[1].InvoiceLine[0].InvoicedQuantity[0]._
  }
  ArrayItemNotValid: #/Invoice[10]
}`
  expect(readReasons({ code: '3', message: text, propertypath: '#/Invoice[1]' })).toEqual([
    {
      code: 'NumberExpected',
      message: 'NumberExpected: #/Invoice[1].InvoiceLine[0].InvoicedQuantity[0]._',
      path: '#/Invoice[1].InvoiceLine[0].InvoicedQuantity[0]._',
    },
    { code: 'ArrayItemNotValid', message: 'ArrayItemNotValid: #/Invoice[10]', path: '#/Invoice[10]' },
  ])
})

test('a schema text without end is bounded too', () => {
  const many = Array.from({ length: 100 }, () => ({ message: 'DateExpected: #/a '.repeat(50_000) }))
  expect(readReasons({ details: many })).toHaveLength(50)
})
