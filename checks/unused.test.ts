import { expect, test } from 'vitest'
import { except } from './exceptions.ts'
import { unusedFindings } from './unused.ts'

const files = (texts: Record<string, string>) => Object.entries(texts).map(([path, text]) => ({ path, text }))

test('what nobody imports is told, file or name', () => {
  const house = files({
    'domain/src/a.ts':
      'export const used = 1\nexport const dead = 2\nexport type Own = 1\nexport const b: Own = 1',
    'domain/src/b.test.ts': "import { b, used } from './a.ts'",
    'domain/src/lonely.ts': 'export const x = 1',
  })
  expect(unusedFindings(house)).toEqual([
    'domain/src/a.ts: dead is used by nobody',
    'domain/src/lonely.ts is imported by nobody',
  ])
})

test('what its own file alone uses is not exported', () => {
  const house = files({
    'domain/src/a.ts':
      'export const MAX = 1\nexport type One = 1\nexport const b = (one: One) => one < MAX\nexport const MAX_OF = 2',
    'domain/src/b.test.ts': "import { b, MAX_OF } from './a.ts'",
  })
  expect(unusedFindings(house)).toEqual(['domain/src/a.ts: MAX is exported for nobody'])
})

test('what is tolerated is not told, and told when it is mended', () => {
  expect(except(['a is wrong'], ['a is wrong', 'b is wrong'])).toEqual(['b is wrong'])
  expect(except(['a is wrong'], [])).toEqual([expect.stringContaining('a is wrong: no exception any more')])
})

test.each([
  ['by a whole import', { 'web/src/b.test.ts': "import * as a from './a.ts'" }],
  ['by a late import', { 'web/src/b.test.ts': "const a = () => import('./a.ts')" }],
  ['by a passing export', { 'web/src/b.test.ts': "export * from './a.ts'" }],
  ['by its path', { 'web/src/b.test.ts': "start('src/a.ts')" }],
  ['by its address', { 'web/src/b.test.ts': "new URL('./a.ts', import.meta.url)" }],
])('what is used %s is not', (_, user) => {
  expect(unusedFindings(files({ 'web/src/a.ts': 'export const x = 1', ...user }))).toEqual([])
})

test('a program that a script starts is used', () => {
  const house = files({ 'checks/a.ts': 'export const x = 1' })
  expect(unusedFindings(house)).toHaveLength(1)
  const script = (text: string) => [{ path: 'package.json', text }]
  expect(unusedFindings(house, script('"a": "node checks/a.ts"'))).toEqual([])
  expect(unusedFindings(house, script('"a": "node run/a.ts"'))).toHaveLength(1)
})

test('a file is not used for its name, nor for being spoken of', () => {
  const house = files({
    'domain/src/a/words.ts': 'export const x = 1',
    'domain/src/b/words.test.ts': "import { y } from './words.ts'\n// as a/words.ts does",
    'domain/src/b/words.ts': 'export const y = 1',
  })
  const texts = [{ path: 'package.json', text: '"words": "node checks/words.ts"' }]
  expect(unusedFindings(house, texts)).toEqual(['domain/src/a/words.ts is imported by nobody'])
})
