import { expect, test } from 'vitest'
import { UNITS } from '#codes/lists.ts'
import { matchOptions, type Option, optionsNamed } from './match.ts'

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

const named = (options: readonly Option[], typed: string) =>
  optionsNamed(options, typed).map(({ value }) => value)

test('an option is named by its code, its name or both, and by no part of them', () => {
  for (const typed of ['kgm', ' Kilogram ', 'KGM kilogram']) expect(named(units, typed)).toEqual(['KGM'])
  expect(named(units, 'kilogra')).toEqual([])
  expect(named(units, '')).toEqual([])
})

test('parties and departments that share what was typed are named together', () => {
  const parties = [
    { value: '1', label: 'Ahmad bin Ali', hint: 'IG111' },
    { value: '2', label: 'Ahmad bin Ali', hint: 'IG222' },
  ]
  expect(named(parties, 'ahmad bin ali')).toEqual(['1', '2'])
  const stores = [
    { value: '1', code: 'HQ', label: 'Headquarters', hint: 'Kinabalu' },
    { value: '2', code: 'HQ', label: 'Head Office', hint: 'Selat' },
    { value: '3', code: 'KL', label: 'HQ', hint: 'Selat' },
  ]
  expect(named(stores, 'hq')).toEqual(['1', '2'])
  expect(named(stores, 'HQ Headquarters')).toEqual(['1'])
})

test('of codes that share a name the first is meant, and a code before a name', () => {
  expect(named(units, 'piece')).toEqual(['H87'])
  expect(named(units, 'mil')).toEqual(['MIL'])
})
