import { describe, expect, test } from 'vitest'
import { ProblemError } from '../problems.ts'
import { refuseBadTexts } from './refuse.ts'

const findings = (value: unknown, apart?: string) => {
  try {
    refuseBadTexts(value, apart)
    return undefined
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'invalid_fields') throw error
    return { ...error.problem.fields, ...(error.problem.whole && { '': error.problem.whole }) }
  }
}

const nested = (levels: number, wrap: (inside: unknown) => unknown) => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}
const list = (inside: unknown) => [inside]
const object = (inside: unknown) => ({ a: inside })

describe('what comes from outside', () => {
  test.each([
    [{ name: 'Seri Jaya', items: [{ price: 1.5, tags: ['x', null, true] }], none: undefined }],
    ['a text alone'],
    [null],
    [undefined],
    [[]],
  ])('passes when it can be stored and sent: %j', (value) => {
    expect(findings(value)).toBeUndefined()
  })

  test.each([
    [{ items: [{ name: 'x' }, { name: '\u0000' }] }, ['items.1.name']],
    [{ a: '\ud800', b: { c: ['\u0001', 'x', '\uffff'] } }, ['a', 'b.c.0', 'b.c.2']],
    [{ data: { 'na\u0000me': 'x' } }, ['data.na\u0000me']],
    [JSON.parse('{"__proto__":"\\u0000"}'), ['__proto__']],
    ['\u0000', ['']],
    [['\u0000'], ['0']],
  ])('is refused by the path of each text or name that cannot: %j', (value, paths) => {
    expect(Object.keys(findings(value) ?? {})).toEqual(paths)
    for (const messages of Object.values(findings(value) ?? {})) {
      expect(messages).toEqual([
        expect.stringMatching(/^This text holds a character .*\(U\+[0-9A-F]{4}\)\.$/),
      ])
    }
  })

  test.each([list, object])('may be nested 32 levels deep, and is refused below', (wrap) => {
    expect(findings(nested(32, wrap))).toBeUndefined()
    expect(Object.values(findings(nested(33, wrap)) ?? {})).toEqual([
      ['This is nested more deeply than 32 levels.'],
    ])
    expect(findings({ name: nested(100_000, wrap) })).toMatchObject({
      [['name', ...Array(31).fill(wrap === list ? '0' : 'a')].join('.')]: [expect.any(String)],
    })
  })

  test('is not looked at below the field that stands apart', () => {
    const value = [{ documents: { name: '\u0000' }, 'other\u0000': 1 }, { documents: nested(99, list) }]
    expect(Object.keys(findings(value, 'documents') ?? {})).toEqual(['0.other\u0000'])
  })

  test('is answered shortly, however much is wrong and however long its names are', () => {
    const wrong = findings({ ['n'.repeat(1_000_000)]: Array.from({ length: 1_000 }, () => '\u0000') })
    expect(Object.keys(wrong ?? {})).toHaveLength(200)
    expect(JSON.stringify(wrong).length).toBeLessThan(50_000)
  })
})
