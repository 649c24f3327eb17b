import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from './database.ts'
import { LEASE_MS, withLease } from './lease.ts'

const { db } = await testDatabase()
const LOST = { problem: { kind: 'unavailable', code: 'lease_lost' } }
const names = async () =>
  (await sql<{ name: string }>`SELECT name FROM leases ORDER BY name`.execute(db)).rows.map(
    ({ name }) => name,
  )
/** As after its holder stood still for too long, or was killed. */
const lapse = (name: string) =>
  sql`UPDATE leases SET ends_at = clock_timestamp() - interval '1 ms' WHERE name = ${name}`.execute(db)

it('lets one of two at work under a name, any other name beside it, and the next one after', async () => {
  const inside = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const first = withLease(db, 'send kinabalu', async () => {
    inside.resolve()
    await leave.promise
    return 'sent'
  })
  await inside.promise
  expect(await withLease(db, 'send kinabalu', async () => 'twice')).toEqual({ busy: true })
  expect(await withLease(db, 'send selat', async () => 'other')).toEqual({ busy: false, value: 'other' })
  leave.resolve()
  expect(await first).toEqual({ busy: false, value: 'sent' })
  const failing = withLease(db, 'send kinabalu', async () => {
    throw new Error('the authority is away')
  })
  await expect(failing).rejects.toThrow('the authority is away')
  expect(await names()).toEqual([])
})

it('of many who want it at once gives it to one', async () => {
  const leave = Promise.withResolvers<void>()
  const asked = Array.from({ length: 20 }, () => withLease(db, 'crowd', () => leave.promise))
  let busy = 0
  for (const one of asked) void one.then((held) => held.busy && ++busy === 19 && leave.resolve())
  const held = await Promise.all(asked)
  expect(held.filter((one) => !one.busy)).toHaveLength(1)
})

it('answers that it is held at once, also while its holder is in a transaction', async () => {
  await withLease(db, 'deep', (held) =>
    inTransaction(db, async (tx) => {
      await held.demandIn(tx)
      expect(await withLease(db, 'deep', async () => 'twice')).toEqual({ busy: true })
    }),
  )
})

it('is kept as long as its holder lives, and LEASE_MS longer', async () => {
  await withLease(db, 'long', async (held) => {
    const remaining = sql<{
      ms: number
    }>`SELECT (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float AS ms
      FROM leases WHERE name = 'long'`
    const left = async () => (await remaining.execute(db)).rows[0]?.ms ?? 0
    await lapse('long')
    // By its timer, which asks nobody.
    await expect.poll(left, { timeout: 20_000 }).toBeGreaterThan(0)
    await held.renew()
    expect(await left()).toBeGreaterThan(LEASE_MS / 2)
    expect(await left()).toBeLessThanOrEqual(LEASE_MS)
  })
})

it('survives the connection on which it was taken', async () => {
  await withLease(db, 'broken', async (held) => {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)
    await expect
      .poll(() =>
        held.renew().then(
          () => 'held',
          () => 'away',
        ),
      )
      .toBe('held')
    expect(await withLease(db, 'broken', async () => 'twice')).toEqual({ busy: true })
  })
})

it('lets a holder that wakes up when another one has it write nothing, and do nothing outside', async () => {
  await sql`CREATE TABLE written (who text)`.execute(db)
  const write = (
    who: string,
    demandIn: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<void>,
  ) =>
    inTransaction(db, async (tx) => {
      await sql`INSERT INTO written VALUES (${who})`.execute(tx)
      await demandIn(tx)
    })
  const old = withLease(db, 'send', async (held) => {
    await write('old, in time', held.demandIn)
    await lapse('send')
    const next = await withLease(db, 'send', async (its) => {
      await write('next', its.demandIn)
      await expect(held.renew()).rejects.toMatchObject(LOST)
      await expect(write('old', held.demandIn)).rejects.toMatchObject(LOST)
    })
    expect(next.busy).toBe(false)
    // Given back by the next one, it is nobody's, and not the old one's again.
    await expect(write('old', held.demandIn)).rejects.toMatchObject(LOST)
  })
  expect((await old).busy).toBe(false)
  const { rows } = await sql<{ who: string }>`SELECT who FROM written ORDER BY who`.execute(db)
  expect(rows.map(({ who }) => who)).toEqual(['next', 'old, in time'])
})

it('is not given back by whoever has lost it', async () => {
  const leave = Promise.withResolvers<void>()
  let next: Promise<unknown> | undefined
  await withLease(db, 'kept', async () => {
    await lapse('kept')
    const inside = Promise.withResolvers<void>()
    next = withLease(db, 'kept', async () => {
      inside.resolve()
      await leave.promise
    })
    await inside.promise
  })
  expect(await names()).toEqual(['kept'])
  leave.resolve()
  await next
})
