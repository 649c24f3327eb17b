import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument as buildContent } from '../../../../domain/test/build.ts'
import { approvedRow } from '../../../test/approved-row.ts'
import { buildDocument } from '../../../test/build.ts'
import { scansOf } from '../../../test/plan.ts'
import { createWorld, NOON } from '../../../test/world.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type Lane, on } from '../store/tables.ts'
import { storeIntent } from './attempts.ts'
import { takeShare } from './shares.ts'
import { countWaiting, nextToSend } from './to-send.ts'
import { overdue } from './waiting.ts'

const world = await createWorld({ simulator: true })

/** So many documents of Selat that wait, one of nine of them approved by a person. */
const addApproved = async (name: string, count: number) => {
  const { entities, stores } = world.company
  const place = {
    sender_entity_id: entities.selat,
    store_code_id: stores.JHB01,
    environment: 'simulator',
    now: NOON,
  } as const
  const rows = Array.from({ length: count }, (_, at) =>
    approvedRow(buildContent({ invoice_number: `${name}-${at}` }), {
      ...place,
      lane: at % 9 ? 'bulk' : 'single',
    }),
  )
  for (let at = 0; at < count; at += 200)
    await on(world.db)
      .insertInto('documents')
      .values(rows.slice(at, at + 200))
      .execute()
}

test('the oldest deadline goes first, whatever was approved first', async () => {
  const today = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-15' })
  world.clock.advance(1_000)
  const late = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-09' })
  world.clock.advance(1_000)
  const second = await buildDocument(world, { status: 'Approved', invoice_date: '2026-07-15' })
  const rows = await inTransaction(world.db, (tx) => nextToSend(tx, today, 100))
  expect(rows.map((row) => row.id)).toEqual([late.id, today.id, second.id])
})

test('two senders never take the same document, also while one commits and the other looks', async () => {
  const { db } = world
  const sender_entity_id = world.company.entities.selat
  await addApproved('RACE', 2_000)
  const takeAll = async (lane: Lane, slot: string): Promise<number> => {
    const taken = await inTransaction(db, async (tx) => {
      const batch = (await nextToSend(tx, { sender_entity_id, lane }, 100)).map((row) => ({
        row,
        bytes: Buffer.from('x'),
        document_hash: '',
        issued_at: NOON,
      }))
      if (batch.length > 0) await storeIntent(tx, batch, { slot, now: NOON })
      return batch.length
    })
    return taken === 0 ? 0 : taken + (await takeAll(lane, slot))
  }
  const taken = await Promise.all([
    takeAll('bulk', 'bulk-1'),
    takeAll('bulk', 'bulk-2'),
    takeAll('single', 'single-1'),
  ])
  expect(taken.reduce((sum, n) => sum + n)).toBe(2_000)
})

test('of lost answers the oldest is asked about first', async () => {
  const ids = []
  for (let at = 0; at < 2; at++) {
    ids.push((await buildDocument(world, { status: 'Outcome Unknown' })).id)
    world.clock.advance(1_000)
  }
  const { rows } = await sql<{ document_id: string }>`
    SELECT a.document_id FROM pgboss.job AS j JOIN attempts AS a ON a.id = (j.data->>'attempt_id')::uuid
    ORDER BY j.priority DESC`.execute(world.db)
  expect(rows.map((row) => row.document_id)).toEqual(ids)
})

test('an upload takes along what people approved, before its own', async () => {
  const { sender_entity_id, store_code_id } = await buildDocument(world, { status: 'Approved' })
  const place = { sender_entity_id, store_code_id, environment: 'simulator', now: NOON } as const
  for (const [number, lane, invoice_date] of [
    ['UPLOADED', 'bulk', '2026-07-01'],
    ['APPROVED', 'single', '2026-07-15'],
  ] as const)
    await on(world.db)
      .insertInto('documents')
      .values(approvedRow(buildContent({ invoice_number: number, invoice_date }), { ...place, lane }))
      .execute()
  const next = (lane: Lane, size: number) =>
    inTransaction(world.db, async (tx) =>
      (await nextToSend(tx, { sender_entity_id, lane }, size)).map((row) => row.lane),
    )
  const along = (await next('single', 100)).length
  expect(along).toBeGreaterThan(1)
  expect(await next('bulk', 100)).toEqual([...Array(along).fill('single'), 'bulk'])
  expect(await next('bulk', along)).not.toContain('bulk')
})

test.each([
  ['ahead of', -5 * MINUTE_MS],
  ['behind', 5 * MINUTE_MS],
])(
  'who approves on a machine whose clock is far %s the sender’s waits for no upload',
  async (_, apart_ms) => {
    const wanted = { sender_entity_id: world.company.entities.kinabalu, lane: 'single' } as const
    const share = async (late_ms: number) => {
      const taken = await takeShare(world.db, wanted, new Date(NOON.getTime() + late_ms))
      if (typeof taken === 'object') taken.release()
      return taken
    }
    expect(await share(0)).toBe(2_000)
    expect(await share(apart_ms)).toMatchObject({ size: 100 })
  },
)

test('who takes the next looks up what is on the way of these few, not all that ever went', async () => {
  await sql`UPDATE attempts SET state = 'accepted' WHERE state = 'intent'`.execute(world.db)
  await sql`UPDATE documents SET status = 'Validated' WHERE invoice_number LIKE 'RACE-%'`.execute(world.db)
  await addApproved('NEXT', 2_000)
  await sql`VACUUM ANALYZE`.execute(world.db)
  const wanted = { sender_entity_id: world.company.entities.selat, lane: 'bulk' } as const
  const looks = await scansOf(world.db, 'attempts', async (db) => {
    await countWaiting(db, wanted)
    await nextToSend(db as Tx, wanted, 100)
  })
  expect(looks.length).toBeGreaterThan(2)
  for (const { read, text } of looks) expect(read, text).toBeLessThan(300)
})

test('while LHDN is away each pause looks at as much as it holds, not at all that waits', async () => {
  const wanted = { sender_entity_id: world.company.entities.selat, lane: 'bulk' } as const
  const later = new Date(NOON.getTime() + HOUR_MS)
  const held = await overdue(world.db, wanted, later)
  expect(held).toHaveLength(1_000)
  const scans = await scansOf(world.db, 'documents', (db) => overdue(db, wanted, later))
  expect(scans.length).toBe(1)
  for (const { read, text } of scans) expect(read, text).toBeLessThan(1_100)
})
