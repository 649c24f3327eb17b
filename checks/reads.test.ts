import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_FLOORS } from './rooms.ts'

const SERVER = join(import.meta.dirname, '../server')
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: SERVER }).map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }))

/** Each table with the room that owns it, as its migration says. */
const OWNERS = new Map(
  textsOf('migrations/*.sql').flatMap(({ text }) =>
    [...text.matchAll(/comment on table (\w+)\s+is\s*'owner: ([a-z-]+);/gi)].map(
      ([, table = '', owner = '']) => [table, owner] as const,
    ),
  ),
)

/** How Kysely and how SQL name what they read. */
const READS = [
  /\b(?:selectFrom|(?:inner|left|right)Join(?:Lateral)?|from|using)\(\s*'(\w+)/g,
  /\b(?:from|join|using)\s+(?:only\s+)?(\w+)/gi,
]
const readIn = (text: string) => READS.flatMap((how) => [...text.matchAll(how)].map(([, name = '']) => name))

const floorOf = (room: string) => SERVER_FLOORS.findIndex((floor) => floor.includes(room))

/** A room that reads a table from above knows what its imports may not. These do; their number goes down. */
const READ_FROM_ABOVE = [
  // Who calls, and what they may: asked with each call, in one statement.
  ...['group_permissions', 'sender_entities', 'store_codes', 'user_entities', 'user_groups'].map(
    (table) => `access reads ${table}`,
  ),
  ...['access reads user_store_codes', 'access reads users', 'access reads webhooks'],
  // Whether a company can be left, or handed to another submitter.
  ...['attempts', 'cancellations', 'documents', 'submissions'].map((table) => `entities reads ${table}`),
  ...['evidence reads sender_entities', 'users reads store_codes'],
]

test('a room of the server reads its own tables, and those of rooms below it', () => {
  const sources = textsOf('src/*/**/*.ts').filter(({ path }) => !/\.test\.ts$|fixtures\//.test(path))
  const above = sources.flatMap(({ path, text }) => {
    const room = path.split('/')[1] ?? ''
    const strange = (table: string) => {
      const owner = OWNERS.get(table)
      return owner !== undefined && owner !== room && floorOf(owner) >= floorOf(room)
    }
    return readIn(text)
      .filter(strange)
      .map((table) => `${room} reads ${table}`)
  })
  expect([...new Set(above)].toSorted()).toEqual(READ_FROM_ABOVE.toSorted())
})

test('what reads a table is seen, by Kysely and in SQL', () => {
  expect(readIn("db.selectFrom('users').innerJoin('user_groups', 'a', 'b')")).toEqual([
    'users',
    'user_groups',
  ])
  expect(readIn('SELECT 1 FROM documents d JOIN attempts a ON TRUE')).toEqual(['documents', 'attempts'])
})
