import { describe, expect, it } from 'vitest'
import { folderFindings, sizeFindings } from './sizes.ts'

const lines = (count: number) => 'x\n'.repeat(count)
const findings = (path: string, text: string, exceptions: string[] = []) =>
  sizeFindings([{ path, text }], exceptions)

describe('sizes', () => {
  it('refuse a file of 351 lines and allow one of 350', () => {
    expect(findings('domain/src/a.ts', lines(351))).toEqual(['domain/src/a.ts: 351 lines, more than 350'])
    expect(findings('domain/src/a.ts', lines(350))).toEqual([])
  })

  it.each([
    ['a declaration', (body: string) => `function total() {\n${body}}`, 'total'],
    ['an arrow', (body: string) => `const total = async () => {\n${body}}`, 'total'],
    ['a component', (body: string) => `export const Page = () => {\n${body}return <p />}`, 'Page'],
    ['a method', (body: string) => `const o = { run() {\n${body}} }`, 'a function'],
  ])('refuse %s of 71 lines and allow one of 70', (_what, wrap, name) => {
    expect(findings('a.tsx', wrap(lines(69)))).toEqual([
      expect.stringMatching(`a.tsx:1: ${name} has 71 lines`),
    ])
    expect(findings('a.tsx', wrap(lines(68)))).toEqual([])
  })

  it('count a function where it stands', () => {
    expect(findings('a.ts', `${lines(10)}function f() {\n${lines(80)}}`)).toEqual([
      'a.ts:11: f has 82 lines, more than 70',
    ])
  })

  it('refuse a line of 121 columns', () => {
    expect(findings('a.ts', `// ${'é'.repeat(118)}\n`)).toEqual(['a.ts:1: 121 columns, more than 120'])
    expect(findings('a.ts', `// ${'é'.repeat(117)}\n`)).toEqual([])
  })

  it('leave fixtures alone', () => {
    expect(findings('server/src/documents/fixtures/a.ts', lines(1000))).toEqual([])
  })

  it('tolerate the exceptions, but none that is not needed', () => {
    expect(findings('a.ts', lines(351), ['a.ts'])).toEqual([])
    expect(findings('a.ts', lines(10), ['a.ts'])).toEqual([
      expect.stringContaining('is no exception any more'),
    ])
  })
})

describe('folders', () => {
  const many = (count: number, name: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => ({ path: name(at), text: '' }))

  it('have at most 25 sources of their own', () => {
    const full = many(25, (at) => `server/src/documents/a${at}.ts`)
    const inside = many(25, (at) => `server/src/documents/store/a${at}.ts`)
    const page = { path: 'server/src/documents/Page.tsx', text: '' }
    expect(folderFindings([...full, ...inside])).toEqual([])
    expect(folderFindings([...full, ...inside, page])).toEqual([
      'server/src/documents: 26 sources, more than 25',
    ])
  })

  it.each([
    ['tests', (at: number) => `server/src/documents/a${at}.test.ts`],
    ['fixtures', (at: number) => `server/src/documents/fixtures/a${at}.ts`],
    ['generated files', (at: number) => `web/src/generated/a${at}.ts`],
    ['texts', (at: number) => `web/src/locales/a${at}.ts`],
  ])('may have any number of %s', (_what, name) => {
    expect(folderFindings(many(40, name))).toEqual([])
  })
})
