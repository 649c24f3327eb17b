import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { assertOutsideTransaction, type Db, inTransaction, isUniqueViolation } from './database.ts'

describe('a transaction', () => {
  let db: Db
  beforeAll(async () => {
    db = (await testDatabase({ empty: true })).db
    await sql`CREATE TABLE note (id int PRIMARY KEY, day date, amount numeric(12,2), big int8, at timestamptz)`.execute(
      db,
    )
  })
  const notes = async () => (await sql<{ n: string }>`SELECT count(*) AS n FROM note`.execute(db)).rows[0]?.n

  it('writes nothing when it throws', async () => {
    const failing = inTransaction(db, async (tx) => {
      await sql`INSERT INTO note (id) VALUES (1)`.execute(tx)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await notes()).toBe('0')
  })

  it('refuses a second one inside itself, and any call to the outside', async () => {
    const nested = inTransaction(db, async () => inTransaction(db, async () => 1))
    await expect(nested).rejects.toThrow('a second transaction')
    const calling = inTransaction(db, async () => assertOutsideTransaction('a call of the authority'))
    await expect(calling).rejects.toThrow('a call of the authority')
    expect(() => assertOutsideTransaction('a call of the authority')).not.toThrow()
  })

  it('leaves work started before it free to call outside', async () => {
    const results = await Promise.all([
      inTransaction(db, async (tx) => sql`SELECT pg_sleep(0.05)`.execute(tx).then(() => 'inside')),
      Promise.resolve()
        .then(() => assertOutsideTransaction('mail'))
        .then(() => 'outside'),
    ])
    expect(results).toEqual(['inside', 'outside'])
  })

  it('reads dates and numbers as text and instants as Date', async () => {
    await sql`INSERT INTO note VALUES (2, '2026-02-28', 12.50, 9007199254740993, '2026-02-28T16:00:00Z')`.execute(
      db,
    )
    const { rows } = await sql`SELECT day, amount, big, at FROM note WHERE id = 2`.execute(db)
    expect(rows).toEqual([
      { day: '2026-02-28', amount: '12.50', big: '9007199254740993', at: new Date('2026-02-28T16:00:00Z') },
    ])
  })

  it.each(['UTC', 'Asia/Kuala_Lumpur', 'America/St_Johns', 'Asia/Kathmandu'])(
    'reads instants in whatever zone the server writes them: %s',
    async (zone) => {
      const instants = [
        ...[
          '2026-02-28T16:00:00Z',
          '2026-02-28T16:00:00.5Z',
          '2026-07-01T23:59:59.999Z',
          '1970-01-01T00:00:00Z',
        ],
        ...['1880-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
      ]
      const read = await inTransaction(db, async (tx) => {
        await sql`SET LOCAL TIME ZONE ${sql.lit(zone)}`.execute(tx)
        const { rows } = await sql<{ at: Date }>`SELECT unnest(${instants}::timestamptz[]) AS at`.execute(tx)
        return rows.map(({ at }) => at.getTime())
      })
      expect(read).toEqual(instants.map((text) => new Date(text).getTime()))
    },
  )

  it('reads more than a Date can tell as the millisecond it lies in, and no end as none', async () => {
    const { rows } = await sql`SELECT timestamptz '2026-02-28 16:00:00.123999Z' AS at,
      timestamptz 'infinity' AS never, timestamptz '0044-03-15 12:00:00Z BC' AS ides`.execute(db)
    expect(rows).toEqual([
      {
        at: new Date('2026-02-28T16:00:00.123Z'),
        never: Number.POSITIVE_INFINITY,
        ides: new Date('-000043-03-15T12:00:00Z'),
      },
    ])
  })

  it('tells a unique violation by its constraint', async () => {
    const error = await sql`INSERT INTO note (id) VALUES (2)`.execute(db).catch((caught: unknown) => caught)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'note_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another_key')).toBe(false)
    expect(isUniqueViolation(new Error('23505'))).toBe(false)
    // As a shard of a distributed table tells it.
    Object.assign(error as Error, { constraint: 'note_pkey_102008' })
    expect([isUniqueViolation(error, 'note_pkey'), isUniqueViolation(error, 'note')]).toEqual([true, false])
  })

  it('does not compile with a plain handle where a transaction is asked for', () => {
    const write = (tx: import('./database.ts').Tx) => tx
    // @ts-expect-error: a Db is not a Tx
    const call = () => write(db)
    expect(call).toBeTypeOf('function')
  })
})
