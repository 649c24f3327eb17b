import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import { ACCESS_TYPES } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { DEFECT_CATEGORIES, DEFECT_STATUSES, SEVERITIES } from '#domain/defects/words.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import type { Db } from '../src/platform/db/database.ts'
import { RECORD_KINDS } from '../src/worker.ts'
import { testDatabase } from './database.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** Kysely's own bookkeeping and the hashes of the files it applied. */
const PLATFORM_TABLES = ['schema_file', 'schema_migration', 'schema_migration_lock']

const sources = globSync('**/*.ts', { cwd: SOURCE })
  .filter((path) => !/\.test\.ts$|fixtures\//.test(path))
  .map((path) => ({ path, room: path.split('/')[0] ?? '', text: readFileSync(join(SOURCE, path), 'utf8') }))

describe('the tables', () => {
  let tables: { name: string; comment: string; columns: string[] }[]
  let db: Db
  beforeAll(async () => {
    db = (await testDatabase()).db
    const read = await sql<{ name: string; comment: string | null; columns: string[] }>`
      SELECT c.relname AS name, obj_description(c.oid) AS comment,
        (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
      FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`.execute(db)
    tables = read.rows
      .filter(({ name }) => !PLATFORM_TABLES.includes(name))
      .map((row) => ({ ...row, comment: row.comment ?? '' }))
    expect(tables.length).toBeGreaterThan(10)
  })

  const ownerOf = (comment: string) => /^owner: ([a-z-]+);/.exec(comment)?.[1] ?? ''

  it('each name the room that owns them', () => {
    const homeless = tables.filter(({ comment }) => !existsSync(join(SOURCE, ownerOf(comment) || 'nowhere')))
    expect(homeless.map(({ name, comment }) => `${name}: ${comment}`)).toEqual([])
  })

  it('each have the column that decides who sees a row, or a reason to have none', () => {
    const open = tables.filter(({ comment, columns }) => {
      const scope = /; scope: ([a-z_, ]+)$/.exec(comment)?.[1]?.split(', ')
      return scope === undefined
        ? !/; no scope: .{10,}/.test(comment)
        : !scope.every((column) => columns.includes(column))
    })
    expect(open.map(({ name, comment }) => `${name}: ${comment}`)).toEqual([])
  })

  it('are written by their owner only, and by the demo company', () => {
    const owners = new Map(tables.map(({ name, comment }) => [name, ownerOf(comment)]))
    const writers = sources.flatMap(({ path, room, text }) =>
      writtenIn(text)
        .filter((table) => owners.has(table))
        .map((table) => ({ path, room, table })),
    )
    expect(writers.length).toBeGreaterThan(tables.length)
    const strangers = writers.filter(({ room, table }) => owners.get(table) !== room && room !== 'demo')
    expect(strangers.map(({ path, table }) => `${path} writes ${table}`)).toEqual([])
  })

  it.each([
    ["db.insertInto('documents').values(row)", 'documents'],
    ["tx.updateTable('documents as d').set(row)", 'documents'],
    ["tx.deleteFrom('documents')", 'documents'],
    ['sql`INSERT INTO documents SELECT 1`', 'documents'],
    ['sql`WITH gone AS (DELETE FROM ONLY documents)`', 'documents'],
    ['sql`UPDATE documents AS d SET lane = 1`', 'documents'],
    ['sql`MERGE INTO documents d USING w ON TRUE`', 'documents'],
    ['sql`SELECT FROM documents`', undefined],
  ])('are seen where %s writes', (text, table) => {
    expect(writtenIn(text)).toEqual(table ? [table] : [])
  })

  it.each([
    ['documents', 'status', STATUSES],
    ['group_permissions', 'flag', FLAGS],
    ['users', 'access_type', ACCESS_TYPES],
    ['defects', 'status', DEFECT_STATUSES],
    ['defects', 'severity', SEVERITIES],
    ['defects', 'category', DEFECT_CATEGORIES],
  ])('know for %s.%s exactly the words of the domain', async (table, column, words) => {
    const { rows } = await sql<{ text: string }>`
      SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE contype = 'c' AND conrelid = ${table}::regclass`.execute(db)
    const allowed = rows
      .filter(({ text }) => new RegExp(`\\(\\(?${column} = ANY`).test(text))
      .flatMap(({ text }) => [...text.matchAll(/'([^']+)'/g)].map(([, word]) => word))
    expect(allowed.sort()).toEqual([...words].sort())
  })
})

/** How Kysely and how SQL begin to write to a table. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:(?:insert|merge)\s+into|update|delete\s+from)\s+(?:only\s+)?(\w+)/gi,
]

/** The tables that a text of code writes to. */
const writtenIn = (text: string): string[] =>
  WRITES.flatMap((how) => [...text.matchAll(how)].flatMap(([, table = '']) => table))

describe('the code', () => {
  const BY_KYSELY =
    /updateTable\(\s*'documents(?: as \w+)?'\s*\)(?:(?!\.execute).)*?\.set\((?:(?!\.execute).)*/gs
  const BY_SQL = /\bupdate\s+(?:only\s+)?documents(?:\s+(?:as\s+)?\w+)?\s+set\b[^`]*\bstatus\s*=/i

  const movesStatus = (text: string) =>
    BY_SQL.test(text) || [...text.matchAll(BY_KYSELY)].some(([update]) => /[{,\s]status\s*[:,}]/.test(update))

  it('moves a document to another status in transition.ts alone', () => {
    const movers = sources.filter(({ text }) => movesStatus(text))
    expect(movers.map(({ path }) => path)).toEqual(['documents/life/transition.ts'])
  })

  it.each([
    ["tx.updateTable('documents').set({ status: 'Valid' }).execute()", true],
    ["tx.updateTable('documents as d').set({ lane, status }).execute()", true],
    ['sql`UPDATE documents SET status = 1`', true],
    ['sql`UPDATE documents AS d SET\n lane = 1, status = 1`', true],
    ['sql`UPDATE documents d SET status = 1`', true],
    ["tx.updateTable('documents').set({ lane }).execute()", false],
    ['sql`UPDATE documents AS d SET lane = 1` + sql`SELECT status = 1`', false],
    ['sql`UPDATE attempts AS a SET status = 1`', false],
  ])('sees whether %s moves one', (text, moves) => {
    expect(movesStatus(text)).toBe(moves)
  })
})

describe('the locks', () => {
  /** A lock of a session is gone after a failover, while its holder goes on (decision 055). */
  const OF_A_SESSION = /\bpg_(?:try_)?advisory_(?:lock|unlock)(?:_shared|_all)?\b/i

  it('are none of a session, in the code and in the migrations', () => {
    const migrations = globSync('*.sql', { cwd: join(SOURCE, '../migrations') }).map((path) => ({
      path,
      text: readFileSync(join(SOURCE, '../migrations', path), 'utf8'),
    }))
    expect(migrations.length).toBeGreaterThan(10)
    const locking = [...sources, ...migrations].filter(({ text }) => OF_A_SESSION.test(text))
    expect(locking.map(({ path }) => path)).toEqual([])
    expect(OF_A_SESSION.test('SELECT pg_try_advisory_lock(1)')).toBe(true)
    expect(OF_A_SESSION.test('SELECT pg_advisory_xact_lock(1)')).toBe(false)
  })
})

describe('the mails', () => {
  it('have no words beside their catalogue, domain/src/letters', () => {
    const wordy = sources.filter(({ text }) =>
      /\b(?:subject|link): ['"`]|\bparagraphs: \[\s*['"`]/.test(text),
    )
    expect(wordy.map(({ path }) => path)).toEqual([])
  })
})

describe('evidence', () => {
  it.each([
    ['audit_events', 'audit/rows.ts'],
    ['document_history', 'documents/life/transition.ts'],
    ['authority_answers', 'documents/store/answers.ts'],
    ['chain_links', 'evidence/seal.ts'],
  ])('of %s is inserted, and sealed, in one place alone', (table, place) => {
    expect(RECORD_KINDS.some((kind) => kind.table === table) || table === 'chain_links').toBe(true)
    const insertion = new RegExp(`insertInto\\(\\s*'${table}'|INSERT INTO ${table}\\b`, 'i')
    const writers = sources.filter(({ text }) => insertion.test(text))
    expect(writers.map(({ path }) => path)).toEqual([place])
    expect(writers[0]?.text).toMatch(/\bseal\b/)
  })
})

describe('the verbs behind the routes', () => {
  const verbs = sources
    .filter(({ path }) => path.endsWith('/routes.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import \{([^}]+)\} from '(\.\/[^']+)'/gm)].flatMap(([, names = '', from = '']) =>
        names
          .split(',')
          .map((name) => ({ name: name.trim(), file: posix.join(dirname(path), from) }))
          .filter(
            ({ name }) => name !== '' && !name.startsWith('type ') && new RegExp(`\\b${name}\\(`).test(text),
          ),
      ),
    )
    .map(({ name, file }) => ({ name, signature: signatureOf(file, name) }))
    // What knows neither database nor caller is a calculation.
    .filter(({ signature }) => /\b(?:Db|Tx|Caller|Engine|By|Call)\b/.test(signature.join()))

  it('are found', () => {
    expect(verbs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['listDocuments', 'decide', 'takeOver']),
    )
  })

  it('take who acts with what, and then one input', () => {
    const others = verbs.filter(
      ({ signature }) => !/^(?:by\b|call\b|\{)/.test(signature[0] ?? '') || signature.length > 2,
    )
    expect(others).toEqual([])
  })
})

/** The parameters of an exported function, as they are written. */
const signatureOf = (file: string, name: string): string[] => {
  const text = sources.find(({ path }) => path === file)?.text ?? ''
  const [head = ''] = new RegExp(`export const ${name} = (?:async )?\\(`).exec(text) ?? []
  let depth = 0
  const found = ['']
  for (const letter of text.slice(text.indexOf(head) + head.length)) {
    if (letter === ')' && depth === 0) break
    if ('({['.includes(letter)) depth += 1
    if (')}]'.includes(letter)) depth -= 1
    if (letter === ',' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((one) => one.trim()).filter(Boolean)
}

describe('the tests', () => {
  const tests = globSync(['src/**/*.test.ts', 'test/**/*.ts'], { cwd: join(SOURCE, '..') })

  it('call by the contract, and type no address by hand', () => {
    expect(tests.length).toBeGreaterThan(100)
    const typed = tests
      // Those have endpoints of their own, and speak HTTP as it comes.
      .filter((path) => !path.startsWith('src/platform/'))
      .filter((path) => /['"`]\/api\//.test(readFileSync(join(SOURCE, '..', path), 'utf8')))
    expect(typed).toEqual([])
  })
})

describe('the contract', () => {
  const lists = allEndpoints.filter(
    ({ reply }) => reply instanceof z.ZodObject && 'results' in reply.shape && 'count' in reply.shape,
  )

  it('has lists', () => {
    expect(lists.length).toBeGreaterThan(0)
  })

  it.each(lists.map((list) => [list.id, list] as const))('bounds the page of %s', (_id, { query }) => {
    const shape = query?.shape ?? {}
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(['page', 'page_size']))
    for (const [name, value] of [
      ['page_size', '1000000'],
      ['page_size', '-1'],
      ['page', '-1'],
    ] as const) {
      const read = query?.safeParse({ [name]: value })
      const size = read?.success ? Number(read.data[name]) : 1
      expect(size).toBeGreaterThan(0)
      expect(size).toBeLessThanOrEqual(500)
    }
  })
})
