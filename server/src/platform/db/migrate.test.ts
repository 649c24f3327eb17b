import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { Database } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

describe('migrating', () => {
  let folder: string
  let database: Database
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lulus-migrations-'))
    database = await testDatabase({ empty: true })
    await writeFile(join(folder, '0001-notes.sql'), 'CREATE TABLE note (id int PRIMARY KEY);')
  })
  afterEach(async () => rm(folder, { recursive: true }))

  it('applies what is new, in order, and only once', async () => {
    expect(await pendingMigrations(database.db, folder)).toEqual(['0001-notes'])
    expect(await migrate(database.db, folder)).toEqual({ applied: ['0001-notes'] })
    const several = 'ALTER TABLE note ADD COLUMN text text; INSERT INTO note VALUES (1, $$two; statements$$);'
    await writeFile(join(folder, '0002-text.sql'), several)
    expect(await migrate(database.db, folder)).toEqual({ applied: ['0002-text'] })
    expect(await migrate(database.db, folder)).toEqual({ applied: [] })
    expect(await pendingMigrations(database.db, folder)).toEqual([])
    expect((await sql`SELECT text FROM note`.execute(database.db)).rows).toEqual([
      { text: 'two; statements' },
    ])
  })

  it('leaves nothing behind when a file fails, and names it', async () => {
    await writeFile(join(folder, '0002-broken.sql'), 'CREATE TABLE half (id int); SELECT 1/0;')
    await expect(migrate(database.db, folder)).rejects.toThrow('0002-broken')
    const { rows } = await sql`SELECT to_regclass('half') AS half`.execute(database.db)
    expect(rows).toEqual([{ half: null }])
    expect(await pendingMigrations(database.db, folder)).toContain('0002-broken')
  })

  it('tells why in the words of the database, and not in those for people who wait for an answer', async () => {
    const full = `DO $$ BEGIN RAISE 'No space left on device.' USING errcode = '53100'; END $$`
    await writeFile(join(folder, '0002-large.sql'), full)
    await expect(migrate(database.db, folder)).rejects.toThrow(
      /^The migration 0002-large of the database failed: No space left on device\.$/,
    )
  })

  it('keeps those before the one that fails, and goes on with it', async () => {
    await writeFile(join(folder, '0002-broken.sql'), 'SELECT 1/0;')
    await expect(migrate(database.db, folder)).rejects.toThrow('0002-broken')
    expect(await pendingMigrations(database.db, folder)).toEqual(['0002-broken'])
    // Whoever mends it loses nothing that was done: each file has a transaction of its own.
    await writeFile(join(folder, '0002-broken.sql'), 'INSERT INTO note VALUES (1);')
    expect(await migrate(database.db, folder)).toEqual({ applied: ['0002-broken'] })
  })

  it('leaves alone what a process had applied that died before it was done', async () => {
    await migrate(database.db, folder)
    await sql`DELETE FROM schema_migration`.execute(database.db)
    await migrate(database.db, folder)
    const { rows } = await sql`SELECT name FROM schema_migration`.execute(database.db)
    expect(rows).toEqual([{ name: '0001-notes' }])
  })

  it('refuses a file that changed after it was applied', async () => {
    await migrate(database.db, folder)
    await writeFile(join(folder, '0001-notes.sql'), 'CREATE TABLE note (id bigint PRIMARY KEY);')
    await expect(migrate(database.db, folder)).rejects.toThrow('0001-notes was changed')
  })

  it('refuses a database that a newer version has migrated', async () => {
    await migrate(database.db, folder)
    await rm(join(folder, '0001-notes.sql'))
    await expect(migrate(database.db, folder)).rejects.toThrow('older')
  })

  it('refuses names out of order', async () => {
    await writeFile(join(folder, '0003-gap.sql'), 'SELECT 1')
    await expect(migrate(database.db, folder)).rejects.toThrow('should be called 0002')
  })

  it('is safe when three processes start at once', async () => {
    const script = join(import.meta.dirname, 'fixtures/migrate-once.ts')
    const args = [JSON.stringify(database.connection), folder]
    const numbers = [2, 3, 4, 5, 6]
    for (const id of numbers)
      await writeFile(join(folder, `000${id}-row.sql`), `INSERT INTO note VALUES (${id})`)
    const starts = [1, 2, 3].map(async () => once(fork(script, args, { execArgv: [] }), 'exit'))
    expect(await Promise.all(starts)).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    expect((await sql`SELECT name FROM schema_file`.execute(database.db)).rows).toHaveLength(6)
    expect((await sql`SELECT id FROM note ORDER BY id`.execute(database.db)).rows).toEqual(
      numbers.map((id) => ({ id })),
    )
  })
})

/** The first one under the rule. */
const RULED_FROM = '0104'
/** What a process of the version before would miss, or trip over: a key, too, by which it says what is alike. */
const TAKES_AWAY = new RegExp(
  [
    String.raw`\bdrop table\b`,
    String.raw`\balter table\b[^;]*\b(?:drop column|rename|set not null|alter column \w+ (?:set data )?type)\b`,
    String.raw`\balter table\b[^;]*\b(?:drop constraint \w+_pkey|add column \w+ \w+ not null(?! default))\b`,
  ].join('|'),
  'i',
)

it('says at its head where processes of the version before may not stay beside a migration', () => {
  const folder = join(import.meta.dirname, '../../../migrations')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const texts = files.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  // It finds what it looks for in the migrations of before.
  expect(texts.filter(({ text }) => TAKES_AWAY.test(text)).length).toBeGreaterThan(3)
  const silent = texts
    .filter(({ name }) => name >= RULED_FROM)
    .filter(({ text }) => TAKES_AWAY.test(text) && !/^-- stop: \S.{10,}$/m.test(text.split('\n')[0] ?? ''))
  expect(silent.map(({ name }) => name)).toEqual([])
})
