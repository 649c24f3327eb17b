import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openDatabaseWire } from '../../../test/database-wire.ts'
import { openLog } from '../log/log.ts'
import { connectTo, type Db, inTransaction } from './database.ts'

const log = openLog('silent')
const unavailable = { problem: { kind: 'unavailable', code: 'database_unavailable', retry_after_s: 5 } }

const ownPid = async (db: Db) =>
  (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid
const terminate = (db: Db, pid: number | undefined) => sql`SELECT pg_terminate_backend(${pid})`.execute(db)
const answers = async (db: Db) => (await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows

/** To connect in a fifth of a second is too soon for a busy machine, once or more. */
const untilAnswers = (db: Db) =>
  expect.poll(() => answers(db).catch(() => []), { timeout: 30_000 }).toEqual([{ one: 1 }])

describe('a connection whose server process ends', async () => {
  const { db } = await testDatabase()

  it('in the middle of a transaction fails that one alone, as something to try again', async () => {
    const doomed = inTransaction(db, async (tx) => {
      await terminate(db, await ownPid(tx))
      await sql`SELECT pg_sleep(10)`.execute(tx)
    })
    await expect(doomed).rejects.toMatchObject(unavailable)
    expect(await answers(db)).toEqual([{ one: 1 }])
  })

  it('is never given to the next caller', async () => {
    const { connection } = await testDatabase()
    const single = connectTo(connection, { pool_max: 1, log })
    for (let round = 0; round < 20; round++) {
      const suicide = sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(single.db)
      await expect(suicide).rejects.toMatchObject(unavailable)
      expect(await answers(single.db)).toEqual([{ one: 1 }])
    }
    await single.close()
  })

  it('between two statements of a transaction ends neither the process nor the pool', async () => {
    const doomed = inTransaction(db, async (tx) => {
      const pid = await ownPid(tx)
      await terminate(db, pid)
      await untilGone(db, pid)
      await answers(tx)
    })
    await expect(doomed).rejects.toMatchObject(unavailable)
    expect(await answers(db)).toEqual([{ one: 1 }])
  })
})

describe('a foreign key that does not hold', async () => {
  const { db } = await testDatabase({ empty: true })
  await sql`CREATE TABLE company (id int PRIMARY KEY)`.execute(db)
  await sql`CREATE TABLE made (company int NOT NULL REFERENCES company)`.execute(db)
  const meanwhile = { problem: { kind: 'conflict', code: 'changed_meanwhile' } }

  it('is a conflict for whoever names what was removed, and for whoever removes what was named', async () => {
    await expect(sql`INSERT INTO made VALUES (1)`.execute(db)).rejects.toMatchObject(meanwhile)
    await sql`INSERT INTO company VALUES (1)`.execute(db)
    await sql`INSERT INTO made VALUES (1)`.execute(db)
    await expect(sql`DELETE FROM company`.execute(db)).rejects.toMatchObject(meanwhile)
  })
})

describe('a server that does not answer', () => {
  const frozenDatabase = async (options: { answer_ms_max?: number; connect_ms_max?: number }) => {
    const database = await testDatabase()
    const wire = await openDatabaseWire(database.connection)
    const behind = connectTo(wire.connection, { pool_max: 2, log, ...options })
    await answers(behind.db)
    return { ...database, wire, behind }
  }

  it('fails a query after its time and is asked anew by the next', async () => {
    const { wire, behind } = await frozenDatabase({ answer_ms_max: 200, connect_ms_max: 200 })
    wire.freeze()
    await expect(answers(behind.db)).rejects.toMatchObject(unavailable)
    await expect(inTransaction(behind.db, (tx) => answers(tx))).rejects.toMatchObject(unavailable)
    wire.thaw()
    await untilAnswers(behind.db)
    await behind.close()
  })

  it('fails who waits for a connection', async () => {
    const { wire, behind } = await frozenDatabase({ connect_ms_max: 200 })
    wire.cut()
    wire.freeze()
    await expect(answers(behind.db)).rejects.toMatchObject(unavailable)
    wire.thaw()
    await untilAnswers(behind.db)
    await behind.close()
  })

  it('to a COMMIT leaves open whether it was stored, and says so', async () => {
    const { db, wire, behind } = await frozenDatabase({ answer_ms_max: 200 })
    await sql`CREATE TABLE kept (n int)`.execute(db)
    const saving = inTransaction(behind.db, async (tx) => {
      await sql`INSERT INTO kept VALUES (1)`.execute(tx)
      wire.freeze()
    })
    await expect(saving).rejects.toMatchObject({ problem: { kind: 'unavailable', code: 'outcome_unknown' } })
    wire.thaw()
    await behind.close()
  })

  it('since nobody is there is told like one that is away for a while', async () => {
    const { wire, behind } = await frozenDatabase({})
    await wire.close()
    await expect(answers(behind.db)).rejects.toMatchObject(unavailable)
    await behind.close()
  })
})

describe('what PostgreSQL refuses for its own sake', async () => {
  const { db } = await testDatabase()
  const refused = (code: string) =>
    sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`).execute(db)

  it.each([
    ['08006', 'connection_failure'],
    ['25006', 'read_only_sql_transaction'],
    ['25P03', 'idle_in_transaction_session_timeout'],
    ['40001', 'serialization_failure'],
    ['40P01', 'deadlock_detected'],
    ['53100', 'disk_full'],
    ['53200', 'out_of_memory'],
    ['53300', 'too_many_connections'],
    ['55P03', 'lock_not_available'],
    ['57P01', 'admin_shutdown'],
    ['57P02', 'crash_shutdown'],
    ['57P03', 'cannot_connect_now'],
    ['58030', 'io_error'],
  ])('is to be tried again: %s %s', async (code) => {
    await expect(refused(code)).rejects.toMatchObject(unavailable)
  })

  it('says of a statement that took too long what may help, and works on', async () => {
    const { connection } = await testDatabase()
    const hurried = connectTo(connection, { pool_max: 1, log, statement_ms_max: 500 })
    await expect(sql`SELECT pg_sleep(60)`.execute(hurried.db)).rejects.toMatchObject({
      problem: { kind: 'unavailable', code: 'database_slow', retry_after_s: 5 },
      message: expect.stringContaining('choose fewer days or another filter'),
    })
    expect(await answers(hurried.db)).toEqual([{ one: 1 }])
    await hurried.close()
  })

  it('while a mistake in a statement stays a fault of ours', async () => {
    await expect(sql`SELECT * FROM nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' })
    await expect(refused('23505')).rejects.toMatchObject({ code: '23505' })
  })
})

const untilGone = async (db: Db, pid: number | undefined) => {
  for (;;) {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`.execute(db)
    if (rows.length === 0) return
  }
}
