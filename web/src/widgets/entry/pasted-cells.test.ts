import { expect, test } from 'vitest'
import { pastedCells } from './pasted-cells.ts'

test.each([
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['12.50\r\n13.00\r\n', [['12.50'], ['13.00']]],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\tx', [['two\nlines', 'x']]],
  ['"say ""hi"""\ty', [['say "hi"', 'y']]],
  ['5" pipe\t6"', [['5" pipe', '6"']]],
  ['"open\tx', [['"open', 'x']]],
])('%j from a spreadsheet is its cells', (text, cells) => {
  expect(pastedCells(text)).toEqual(cells)
})

test.each(['', 'one cell', 'one cell\n', '"quoted"'])('%j is one cell, pasted as any text', (text) => {
  expect(pastedCells(text)).toBeUndefined()
})

test('endless cells are cut', () => {
  expect(pastedCells('x\t'.repeat(50_000))?.flat()).toHaveLength(10_000)
})
