import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalLink, canonicalRecord, canonicalText } from './canonical.ts'

const name = fc.string({ maxLength: 6 }).map((text) => `f${text}`)
const value = fc.option(fc.string({ unit: 'grapheme', maxLength: 8 }), { nil: null })
const fields = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true })

test('two records have one text only if they are the same', () => {
  fc.assert(
    fc.property(fields, fields, fc.string(), fc.string(), (a, b, kind, other) => {
      const same = canonicalRecord(kind, a) === canonicalRecord(other, b)
      expect(same).toBe(kind === other && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
    }),
  )
})

test('a text says the whole record: it can be read back', () => {
  fc.assert(
    fc.property(fields, (given) => {
      const [, , ...read] = JSON.parse(canonicalRecord('k', given))
      expect(read).toEqual(sorted(given))
    }),
  )
})

test('the order of the columns means nothing, and nothing is not empty', () => {
  expect(canonicalRecord('k', { b: '1', a: '2' })).toBe(canonicalRecord('k', { a: '2', b: '1' }))
  expect(canonicalRecord('k', { a: '' })).not.toBe(canonicalRecord('k', { a: null }))
  expect(canonicalRecord('k', { a: '1,2' })).not.toBe(canonicalRecord('k', { a: '1', b: '2' }))
})

test('half a pair of surrogates is written as UTF-8 stores it', () => {
  expect(canonicalRecord('k', { a: 'x\ud83d' })).toBe(canonicalRecord('k', { a: 'x\ufffd' }))
})

test('texts are those of PostgreSQL', () => {
  expect(canonicalText(new Date('2026-11-22T01:02:03.045Z'))).toBe('2026-11-22T01:02:03.045000Z')
  expect([null, true, 7, 8n, ''].map(canonicalText)).toEqual([null, 'true', '7', '8', ''])
  for (const wrong of [undefined, 1.5, {}, []]) expect(() => canonicalText(wrong)).toThrow('canonical')
})

test('no link has the text of a record', () => {
  const link = { chain: 'c', kind: 'k', at: '', adopted: false, ids: ['1'], digests: 'ab' }
  expect(canonicalLink(link)).not.toBe(canonicalLink({ ...link, adopted: true }))
  expect(canonicalLink(link).startsWith('["lulus/link/1"')).toBe(true)
})

const sorted = (given: Record<string, string | null>) =>
  Object.entries(given).toSorted(([a], [b]) => (a < b ? -1 : 1))
