import { expect, test } from 'vitest'
import { readLeftOut, writeHidden, writeLeftOut } from './column-choice.ts'

const KEYS = ['number', 'sender.name', 'total']

test('what was left out is read as it was written', () => {
  const left_out = new Set(['sender.name', 'total'])
  expect(readLeftOut(writeLeftOut(left_out), KEYS)).toEqual(left_out)
  expect(readLeftOut(writeLeftOut(new Set()), KEYS)).toEqual(new Set())
})

test('an address says also that nothing is left out', () => {
  expect(readLeftOut(writeHidden(new Set()), KEYS)).toEqual(new Set())
  expect(readLeftOut(writeHidden(new Set(['total'])), KEYS)).toEqual(new Set(['total']))
})

test('who never chose has chosen nothing, and a column that is no more is forgotten', () => {
  expect(readLeftOut(null, KEYS)).toBeUndefined()
  expect(readLeftOut('former total', KEYS)).toEqual(new Set(['total']))
})
