import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { auditRecords } from '../audit/records.ts'
import { insertEvents } from '../audit/rows.ts'
import { inTransaction } from '../platform/db/database.ts'
import { INSTALLATION } from './kind.ts'

const { db } = await testDatabase({ pool_max: 25 })
const NOW = new Date('2026-07-15T04:00:00.000Z')
const KINABALU = '11111111-1111-4111-8111-111111111111'

const event = (field: string, sender_entity_id: string | null = KINABALU) => ({
  ...{
    at: NOW,
    user_id: null,
    api_key_id: null,
    actor_name: 'Lulus',
    actor_email: '',
    actor_is_admin: false,
  },
  ...{ action: 'update', target_kind: 'setting', target_id: '1', target_name: 'One', sender_entity_id },
  ...{ field, old_value: '', new_value: 'x' },
})
const write = (field: string, chain?: string | null) =>
  inTransaction(db, (tx) => insertEvents(tx, [event(field, chain)], NOW))

const strands = async (chain: string) =>
  (
    await sql<{ seq: string; links: string; last: string }>`
      SELECT h.seq, count(l.*) AS links, max(l.seq) AS last FROM chain_heads h
      LEFT JOIN chain_links l ON l.chain = h.chain AND l.strand = h.strand
      WHERE h.chain = ${chain} GROUP BY h.chain, h.strand, h.seq`.execute(db)
  ).rows

test('a statement that writes evidence adds one link over all its rows, to the chain of their company', async () => {
  await inTransaction(db, (tx) =>
    insertEvents(tx, [event('a'), event('b'), event('c', null), event('d')], NOW),
  )
  expect(await strands(KINABALU)).toEqual([{ seq: '1', links: '1', last: '1' }])
  expect(await strands(INSTALLATION)).toEqual([{ seq: '1', links: '1', last: '1' }])
  const { rows } = await sql`
    SELECT cardinality(record_ids) AS records, length(record_digests) AS bytes, kind, adopted FROM chain_links
    WHERE chain = ${KINABALU}`.execute(db)
  expect(rows).toEqual([{ records: 3, bytes: 96, kind: auditRecords.table, adopted: false }])
})

test('an open transaction keeps nobody waiting, and what it undoes leaves no gap', async () => {
  const chain = '22222222-2222-4222-8222-222222222222'
  await write('first', chain)
  const opened = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = inTransaction(db, async (tx) => {
    await insertEvents(tx, [event('held', chain)], NOW)
    opened.resolve()
    await end.promise
    throw new Error('undone')
  })
  await opened.promise
  // Commits while the other one still holds the strand that there was.
  await write('second', chain)
  expect(await strands(chain)).toHaveLength(2)
  end.resolve()
  await expect(held).rejects.toThrow('undone')
  await write('third', chain)
  const now = await strands(chain)
  expect(now.map(({ seq }) => seq).toSorted()).toEqual(['1', '2'])
  for (const { seq, links, last } of now) expect([links, last]).toEqual([seq, seq])
})

test('twenty transactions at once over one company have a strand each at most, all without gaps', async () => {
  const chain = '33333333-3333-4333-8333-333333333333'
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(`${round}-${at}`, chain)))
  }
  const all = await strands(chain)
  expect(all.length).toBeLessThanOrEqual(20)
  expect(all.reduce((sum, { seq }) => sum + Number(seq), 0)).toBe(100)
  for (const { seq, links, last } of all) expect([links, last]).toEqual([seq, seq])
})

test('twenty transactions that all hold a strand go on at once', async () => {
  const chain = '44444444-4444-4444-8444-444444444444'
  let writing = 20
  const all = Promise.withResolvers<void>()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      inTransaction(db, async (tx) => {
        await insertEvents(tx, [event(`${at}`, chain)], NOW)
        writing -= 1
        if (writing === 0) all.resolve()
        await all.promise
      }),
    ),
  )
  expect(await strands(chain)).toHaveLength(20)
})
