import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const E2E = join(import.meta.dirname, '../e2e')

/** How a number of a document, or the beginning of several, stands in a text; that of a defect is Lulus's own. */
const PREFIX = /['"`(]((?!DEF-)[A-Z]{2,8}-)(?=\d|\$|')/g

test('no two files of browser tests use the same numbers, since they may come to one product', () => {
  const users = new Map<string, Set<string>>()
  for (const file of globSync('**/*.test.ts', { cwd: E2E }))
    for (const [, prefix = ''] of readFileSync(join(E2E, file), 'utf8').matchAll(PREFIX))
      users.set(prefix, (users.get(prefix) ?? new Set()).add(file))
  expect(users.size).toBeGreaterThan(5)
  const shared = [...users].filter(([, files]) => files.size > 1)
  expect(shared.map(([prefix, files]) => `${prefix}: ${[...files].join(', ')}`)).toEqual([])
})
