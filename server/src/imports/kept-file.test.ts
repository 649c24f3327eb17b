import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { csvOf, row } from '../../test/files.ts'
import { begin, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { connectTo } from '../platform/db/database.ts'
import { beginImport } from './begin.ts'
import { on } from './kept/tables.ts'
import { matchColumns } from './match.ts'

const world = await createWorld()
const { db, files, clock, log } = world
let count = 0
const freshFile = () => csvOf([row(`FILE-${++count}`)])
const calling = async () => {
  const caller = await world.callerOf('aminah')
  return { db, files, caller, recheck: async () => caller, now: clock.now() }
}
const uploadOf = (text: string) => ({
  ...{ content: Readable.from([Buffer.from(text)]), name: 'lines.csv', sender_entity_code: '' },
  check_only: false,
})

const stored = () => on(db).selectFrom('imports').select(['id', 'file_key']).execute()
const fileKeyOf = async (id: string) => (await stored()).find((one) => one.id === id)?.file_key ?? ''
const hasFile = async (file_key: string) => {
  const file = await files.get(file_key)
  file?.content.destroy()
  return file !== null
}

/** Takes the columns of an import as they are proposed, and reads its file. */
const loaded = async (id: string) => {
  const by = await calling()
  const { columns } = await readBack(world, 'aminah', id)
  await matchColumns(by, { id, columns: columns.map(({ field }) => field), remember: false })
  await work(world, id)
  return readBack(world, 'aminah', id)
}

describe('an import that was stored keeps its file', () => {
  test('where the answer fails after it', async () => {
    const text = freshFile()
    await sql`ALTER TABLE import_changes RENAME TO away`.execute(db)
    expect((await begin(world, 'aminah', text)).status).toBe(500)
    await sql`ALTER TABLE away RENAME TO import_changes`.execute(db)
    const { body } = await begin(world, 'aminah', text)
    expect((await stored()).map(({ id }) => id)).toEqual([body.id])
    expect(await loaded(body.id)).toMatchObject({ state: 'checked', counts: { good: 1 } })
  })

  test('where nobody knows yet whether it was', async () => {
    await sql`CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`.execute(db)
    await sql`CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON imports DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_in_commit()`.execute(db)
    const before = await stored()
    const hurried = connectTo(world.connection, { pool_max: 2, log, answer_ms_max: 500 })
    await db.connection().execute(async (session) => {
      await sql`SELECT pg_advisory_lock(1)`.execute(session)
      const begun = beginImport({ ...(await calling()), db: hurried.db }, uploadOf(freshFile()))
      await expect(begun).rejects.toMatchObject({ problem: { code: 'outcome_unknown' } })
      await sql`SELECT pg_advisory_unlock(1)`.execute(session)
    })
    const known = new Set(before.map(({ id }) => id))
    await expect.poll(stored).toHaveLength(before.length + 1)
    const made = (await stored()).find(({ id }) => !known.has(id))
    expect(await hasFile(made?.file_key ?? '')).toBe(true)
    await hurried.close()
    await sql`DROP TRIGGER slow ON imports`.execute(db)
  })
})

test('a file that is gone is replaced by the same one once more', async () => {
  const text = freshFile()
  const { body } = await begin(world, 'aminah', text)
  await rm(join(world.files_dir, await fileKeyOf(body.id)))
  expect((await begin(world, 'aminah', text)).body.id).toBe(body.id)
  expect(await loaded(body.id)).toMatchObject({ state: 'checked', counts: { good: 1 } })
})
