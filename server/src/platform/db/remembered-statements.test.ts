import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openLog } from '../log/log.ts'
import { connectTo } from './database.ts'
import { PREPARED } from './prepared.ts'
import { rememberedStatements } from './remembered-statements.ts'

const { db, connection } = await testDatabase({ empty: true })

test('a statement is put together once for what it is made of, and asked with its own values', async () => {
  const remember = rememberedStatements()
  const built: string[] = []
  const ask = async (word: string, db_of = db) => {
    const statement = remember(db_of, word, () => {
      built.push(word)
      const words = [word, '"quoted", {in} \\ brackets']
      return db_of.selectNoFrom(sql<string[]>`${words}::text[]`.as('words')).modifyEnd(PREPARED)
    })
    return (await db_of.executeQuery(statement)).rows
  }
  for (const word of ['a', 'b', 'a', 'b'])
    expect(await ask(word)).toEqual([{ words: [word, '"quoted", {in} \\ brackets'] }])
  expect(built).toEqual(['a', 'b'])
  // Another handle may have plugins of its own.
  await ask('a', db.withoutPlugins())
  expect(built).toEqual(['a', 'b', 'a'])
  for (let other = 0; other < 200; other++) remember(db, `${other}`, () => db.selectNoFrom(sql`1`.as('one')))
  await ask('b')
  expect(built).toEqual(['a', 'b', 'a', 'b'])
})

test('a prepared statement is one for all who ask it on a connection', async () => {
  // A pool keeps so many; those of another one are none of its own.
  const other = connectTo(connection, { pool_max: 1, log: openLog('error') })
  for (let at = 0; at < 60; at++) await sql`SELECT ${sql.lit(at)} AS n ${PREPARED}`.execute(other.db)
  await other.close()
  const ask = (n: number) => sql<{ n: number }>`SELECT ${n}::int AS n ${PREPARED}`.execute(db)
  for (const n of [1, 2, 3]) expect((await ask(n)).rows).toEqual([{ n }])
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  expect(rows.filter(({ statement }) => statement.startsWith('SELECT $1::int AS n'))).toHaveLength(1)
})

test('a statement that was prepared before a migration fails once, and is prepared anew then', async () => {
  await sql`CREATE TABLE kept (n int)`.execute(db)
  const single = connectTo(connection, { pool_max: 1, log: openLog('error') })
  const ask = async () => (await sql`SELECT n FROM kept ${PREPARED}`.execute(single.db)).rows
  expect(await ask()).toEqual([])
  await sql`ALTER TABLE kept ALTER n TYPE text`.execute(db)
  await expect(ask()).rejects.toMatchObject({ code: '0A000' })
  expect(await ask()).toEqual([])
  await single.close()
})
