import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd, endAll } from './at-end.ts'

const SERVER = join(import.meta.dirname, '../..')

test('all of it is done, the last first, and what failed is thrown', async () => {
  const done: string[] = []
  atEnd(() => done.push('first'))
  atEnd(async () => {
    done.push('failing')
    throw new Error('It would not end.')
  })
  atEnd(() => done.push('last'))
  await expect(endAll()).rejects.toThrow('It would not end.')
  expect(done).toEqual(['last', 'failing', 'first'])
  await endAll()
  expect(done).toHaveLength(3)
})

test('no helper counts on afterAll, which is not heard within a test', () => {
  const helpers = globSync('{src,test}/**/*.ts', { cwd: SERVER }).filter((path) => !path.endsWith('.test.ts'))
  const deaf = helpers.filter((path) => /\bafterAll\(/.test(readFileSync(join(SERVER, path), 'utf8')))
  expect(deaf).toEqual(['test/ending/set-up.ts'])
})
