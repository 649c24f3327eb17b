import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { expect, it } from 'vitest'
import { lookupFindings } from './lookups.ts'

const CONFIG = JSON.stringify({
  compilerOptions: { target: 'es2024', module: 'nodenext', strict: true, types: [] },
})

/** The findings in a house of files which know a table, a text from outside and one of two names. */
const findingsIn = (texts: readonly string[]) => {
  const known = `
    declare const table: Readonly<Record<string, string>>
    declare const found: Record<string, string[]>
    declare const text: string
    declare const name: 'buyer' | 'supplier'
    export {}\n`
  const files = texts.map((body, at) => [`/house/src/file-${at}.ts`, `${known}${body}\n`])
  const fs = createVirtualFileSystem({ '/house/tsconfig.json': CONFIG, ...Object.fromEntries(files) })
  return lookupFindings({ root: '/house', projects: ['tsconfig.json'], fs })
}

const REFUSED = [
  'export const label = table[text]',
  'found[text] = []',
  'const { E } = table; export const label = ({ E })[text]',
  'export const label = (JSON.parse(text))[text]',
  `export const label = table[\`tax_\${text}\`]`,
  'export const has = text in table',
  'const { [text]: label } = table; export { label }',
  'export const label = Reflect.get(table, text)',
  'export const pick = <K extends string>(labels: Record<K, string>, key: K) => labels[key]',
  'export const label = (key: string | undefined) => table[key ?? text]',
  'const anything: any = text; export const label = table[anything]',
]

const ALLOWED = [
  "export const label = table.E ?? table['E']",
  'export const label = { buyer: 1, supplier: 2 }[name]',
  `export const label = table[\`tax_\${name}\`]`,
  'export const label = new Map([[text, 1]]).get(text)',
  'export const labels = Object.fromEntries([[text, 1]])',
  'export const labels = { ...table, [text]: 1 }',
  'export const line = [...text][0] ?? [...text][text.length - 1]',
  "export const known = 'buyer' in table",
  'export const pick = <T, K extends keyof T>(labels: T, key: K) => labels[key]',
]

it('refuses look-ups by any text, and names each where it stands', () => {
  expect(findingsIn(REFUSED)).toEqual(
    REFUSED.map((_, at) => expect.stringContaining(`src/file-${at}.ts:7: `)),
  )
  expect(findingsIn(REFUSED)[0]).toContain('table[text] looks up by any text')
})

it('allows look-ups by numbers and known names, and tables that are made for it', () => {
  expect(findingsIn(ALLOWED)).toEqual([])
})

it('lets the guard itself and tests look up as they like', () => {
  const fs = createVirtualFileSystem({
    '/house/tsconfig.json': CONFIG,
    '/house/codes/src/own.ts': 'export const own = (table: Record<string, 1>, name: string) => table[name]',
    '/house/codes/src/own.test.ts':
      'export const own = (table: Record<string, 1>, name: string) => table[name]',
  })
  expect(lookupFindings({ root: '/house', projects: ['tsconfig.json'], fs })).toEqual([])
})
