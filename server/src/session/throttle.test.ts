import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/time/units.ts'
import { testDatabase } from '../../test/database.ts'
import { NOON } from '../../test/world.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { decideTry } from './rows.ts'
import { registerTry } from './throttle.ts'

/** Tries as several processes write them down, each in a transaction of its own; the passwords stay uncompared. */
const { db } = await testDatabase({ pool_max: 8 })

const tryOf = (account: string, source: string, day = 0) => {
  const counted = { account, source, by_device: false }
  const now = new Date(NOON.getTime() + day * DAY_MS)
  return { ...counted, username: '', user_id: null, ip: '', user_agent: '', now }
}
const register = (account: string, source: string, day?: number) =>
  inTransaction(db, (tx) => registerTry(tx, tryOf(account, source, day)))
const passed = async (tries: readonly (readonly [account: string, source: string])[]) => {
  const ends = await Promise.allSettled(tries.map(([account, source]) => register(account, source)))
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(reasons.filter((reason) => reason.problem?.kind !== 'too_many')).toEqual([])
  return ends.filter((end) => end.status === 'fulfilled').length
}
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

test('tries at once at one account from one source count each other', async () => {
  expect(await passed(many(40, () => ['a', 's']))).toBe(5)
})

test('tries at once at one account from many sources count each other', async () => {
  expect(await passed(many(80, (at) => ['b', `b${at}`]))).toBe(39)
})

test('tries at once at many accounts from one source count each other', async () => {
  expect(await passed(many(80, (at) => [`c${at}`, 'c']))).toBe(20)
})

test('tries at once that cross each other never wait in a ring', async () => {
  const tries = many(80, (at) => [`d${at % 3}`, `d${at % 4}`] as const)
  // Twelve pairs of five tries each, and 39 at each of three accounts.
  expect(await passed(tries)).toBe(60)
})

test('an address is known for thirty days after a sign-in', async () => {
  const id = await register('e', 'home')
  const nobody = { user_id: null, username: '', access_type: null }
  await inTransaction(db, (tx) => decideTry(tx, id, { outcome: 'succeeded', ...nobody }))
  for (const [day, known] of [
    [29, true],
    [31, false],
  ] as const) {
    for (const source of many(39, (at) => `stranger ${day} ${at}`)) await register('e', source, day)
    const end = await register('e', 'home', day).catch((reason) => reason.problem.kind)
    expect(end === 'too_many').toBe(!known)
  }
})

test('the log of tries is never read through, however long it grows', async () => {
  await sql`
    INSERT INTO login_records (username, account, source, standing, outcome, ip, user_agent, at)
    SELECT '', 'name ' || i % 3000, 'address ' || i % 2000, 'new',
      CASE i % 3 WHEN 0 THEN 'failed' ELSE 'succeeded' END, '', '', ${NOON}::timestamptz - i * interval '1 s'
    FROM generate_series(1, 30000) i`.execute(db)
  await sql`ANALYZE login_records`.execute(db)
  const [before, after] = await inTransaction(db, async (tx) => {
    // This connection may not have handed in yet what earlier tests read.
    const read = await readsOf(tx)
    await registerTry(tx, tryOf('name 6', 'address 6'))
    return [read, await readsOf(tx)]
  })
  expect(after.scans).toBe(before.scans)
  expect(after.rows - before.rows).toBeLessThan(20)
})

const readsOf = async (tx: Tx) => {
  const { rows } = await sql<{ scans: number; rows: number }>`
    SELECT seq_scan::int AS scans, (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
    WHERE relname = 'login_records'`.execute(tx)
  return rows[0] ?? { scans: 0, rows: 0 }
}
