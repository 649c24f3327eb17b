import { expect, test } from 'vitest'
import { UNITS } from '#codes/lists.ts'
import { matchOptions, optionNamed } from './match.ts'

const units = UNITS.rows.map(({ code, description }) => ({ value: code, code, label: description }))
const codes = (typed: string) => matchOptions(units, typed, 5).map(({ value }) => value)

test('an exact code comes first, whatever else contains it', () => {
  expect(codes('ea')[0]).toBe('EA')
  expect(codes('kgm')[0]).toBe('KGM')
})

test('a word of the name finds it, the beginning of the name before its middle', () => {
  expect(matchOptions(units, 'kilogram', 5)[0]?.label).toMatch(/^kilogram/)
  expect(codes('zzzz')).toEqual([])
})

test('every typed word must occur, in any order, accents aside', () => {
  const parties = [
    { value: '1', label: 'Kedai Café Muar', hint: 'C123' },
    { value: '2', label: 'Kedai Buku Muar', hint: 'C456' },
  ]
  expect(matchOptions(parties, 'muar cafe', 5).map(({ value }) => value)).toEqual(['1'])
  expect(matchOptions(parties, 'c456', 5).map(({ value }) => value)).toEqual(['2'])
})

test('no more than the asked number is shown, in the list’s own order', () => {
  expect(matchOptions(units, '', 3)).toEqual(units.slice(0, 3))
})

test('an option is named by its code, its name or both, and by no part of them', () => {
  for (const typed of ['kgm', ' Kilogram ', 'KGM kilogram'])
    expect(optionNamed(units, typed)?.value).toBe('KGM')
  expect(optionNamed(units, 'kilogra')).toBeUndefined()
})
