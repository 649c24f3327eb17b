import { describe, expect, test } from 'vitest'
import { csvCell, withoutGuard } from './csv-cell.ts'

describe('a cell of CSV', () => {
  test.each([
    ['Kinabalu Trading', 'Kinabalu Trading'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['-1234.50', '-1234.50'],
    ['0.00', '0.00'],
    ['M-000001', 'M-000001'],
    ['a=b', 'a=b'],
    ['海参 (＝)', '海参 (＝)'],
    ['≠ 5', '≠ 5'],
    ["'quoted'", "'quoted'"],
  ])('holds %j as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test.each([
    ['the signs', ['=1+1', '+60 3', '-1-1', '@SUM(A1)']],
    ['small forms', ['\ufe661+1', '\ufe621', '\ufe631', '\ufe6bSUM(A1)']],
    ['full-width forms', ['\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)']],
    [
      'raised, lowered and other forms',
      ['\u207c1', '\u208c1', '\u207a1', '\u208a1', '\u207b1', '\ufb291', '⩵1'],
    ],
    ['a minus of its own', ['\u22121-1']],
    ['a sign with a stroke over it', ['=\u0338cmd']],
    ['white space that starts another cell or row', ['\tx', '\rx', '\nx', ' \tx']],
    ['blanks before it', ['  =1', '\u00a0=1', '\u3000＝1', '\u2003@A', '\u2800=1', '\u0085=1', '\u2028=1']],
    ['what nobody sees before it', ['\u200b=1', '\ufeff+1', '\u00ad-1', '\u200f@A', '\u034f=1', '\u3164=1']],
    ['control characters before it', ['\u007f=1', '\u0080=1', '\u0000=1', '\u001b=1']],
    ['all of them', ['\ufeff \u200b\t \u2066﹦1']],
  ])('never begins a formula: %s', (_, texts) => {
    for (const text of texts)
      expect(csvCell(text).replace(/^"|"$/g, ''), JSON.stringify(text)).toBe(`'${text}`)
  })

  test('never begins with a character that means one of the signs', () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    const signs = characters.filter((character) => /^[=+\-@\t\r]/.test(character.normalize('NFKC')))
    expect(signs.length).toBeGreaterThan(18)
    expect(signs.filter((sign) => !csvCell(`${sign}1+1`).replace(/^"/, '').startsWith("'"))).toEqual([])
  })

  test.each(['=1', "'=1", "''=1", "'", "''", "'x", 'x', '-1', "'-1", "'＝1", ''])(
    'is read again as %j',
    (text) => {
      expect(withoutGuard(csvCell(text))).toBe(text)
    },
  )
})
