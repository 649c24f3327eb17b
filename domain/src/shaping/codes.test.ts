import { expect, test } from 'vitest'
import { ALPHA_2, COUNTRIES, DOCUMENT_TYPES } from '#codes/lists.ts'
import { isStated } from '../documents/stated.ts'
import { named, toCountry, toDocumentType, toState } from './codes.ts'

test('every country is read by three letters, by two, and by its name, in any case', () => {
  expect(ALPHA_2.size).toBe(249)
  for (const { code, description } of COUNTRIES.rows) {
    const written = [code, description, ALPHA_2.get(code) ?? code].filter(isStated)
    for (const text of written.flatMap((one) => [one, one.toLowerCase(), ` ${one} `]))
      expect([text, toCountry(text)]).toEqual([text, code])
  }
  expect([toCountry('NAM'), toCountry('Namibia')]).toEqual(['NAM', 'NAM'])
})

test('what says that there is none is not Namibia', () => {
  for (const text of ['NA', 'na', 'N/A', 'n.a.', 'N A']) expect(toCountry(text)).toBe(text)
})

test('the two letters are of that country', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const unlike = [...ALPHA_2].filter(([code, alpha2]) => {
    const [first = ''] = (names.of(alpha2) ?? '').toUpperCase().split(/[^A-Z]/)
    return !COUNTRIES.describe(code)?.includes(first)
  })
  // Named otherwise today than in the authority's list: accents, and names that changed.
  expect(unlike.length).toBeLessThan(20)
})

test('what is no country stays as it is', () => {
  for (const text of ['', 'Atlantis', 'constructor', 'Z', '__proto__']) expect(toCountry(text)).toBe(text)
})

test('types of documents are read by code and by name', () => {
  for (const { code, description } of DOCUMENT_TYPES.rows)
    expect([toDocumentType(code), toDocumentType(description)]).toEqual([code, code])
  expect(toDocumentType('SB')).toBe('SB')
})

test('a party is told with the names of its codes', () => {
  expect(named({ state: toState('Pulau Pinang'), country: 'MYS' })).toMatchObject({
    state: '07',
    state_display: 'Pulau Pinang',
    country_display: 'MALAYSIA',
  })
  expect(named({ state: 'Guangdong', country: 'XYZ' })).toMatchObject({
    state_display: 'Guangdong',
    country_display: 'XYZ',
  })
})
