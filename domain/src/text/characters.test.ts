import { describe, expect, test } from 'vitest'
import { isBlank, textFault } from './characters.ts'

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const FORBIDDEN = [
  ...[...codes(0, 0x1f)].filter((code) => ![0x9, 0xa, 0xd].includes(code)),
  ...codes(0xd800, 0xdfff),
  ...[0xfffe, 0xffff],
]

describe('a text can be stored and sent', () => {
  test.each([
    ['Malay', 'Perniagaan “Seri Jaya” – naïve café'],
    ['Chinese', '海参 𠮷野家'],
    ['Tamil', 'மலேசியா மசாலா நிறுவனம்'],
    ['Arabic with marks of direction', '\u200fشركة\u200e (١٢) \u202b…\u202c \u2066x\u2069'],
    ['emoji, joined and coloured', '👩‍👩‍👧‍👦 👍🏽 🇲🇾 ☎️ 1️⃣'],
    ['combining marks', 'e\u0301 a\u0308\u0323 \u0301'],
    ['blanks of all kinds', '\t\n\r\u0085\u00a0\u2003\u2028\u2029\u3000\u200b\ufeff'],
    ['what XML only discourages', '\u007f\u0080\u009f\ufdd0\ufdef\u{1fffe}\u{10ffff}\ue000\u{f0000}'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(textFault(text)).toBeUndefined()
  })

  test('every character but those which XML forbids', () => {
    const refused = codes(0, 0xffff).filter(
      (code) => textFault(`a${String.fromCharCode(code)}b`) !== undefined,
    )
    expect(refused).toEqual(FORBIDDEN)
  })
})

describe('a text cannot be stored or sent', () => {
  test.each([
    ['a\u0000', 'U+0000'],
    ['first \u001b then \u0000', 'U+001B'],
    ['\uffff', 'U+FFFF'],
    ['half a pair \ud83d', 'U+D83D'],
    ['the other half \ude00', 'U+DE00'],
    ['halves the wrong way round \ude00\ud83d', 'U+DE00'],
  ])('%j, and is told the first character at fault', (text, name) => {
    expect(textFault(text)).toBe(`This text holds a character that can be neither stored nor sent (${name}).`)
  })
})

test.each(['', ' ', '\u00a0\t', '\u200b\u200d\ufeff', '\u3164', '\u2800'])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['0', '.', ' a ', '\u200b1', '中'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false)
})
