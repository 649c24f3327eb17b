import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NeedyGroup, Today } from '#contract/dashboard.ts'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { WAITING_LONG, WINDOW_ENDING } from '#domain/documents/lifecycle.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { buildDocument, decide, payload, submit } from '../../test/build.ts'
import { scansOf } from '../../test/plan.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import { writeSetting } from '../settings/write.ts'
import { readToday } from './today.ts'

const FARMER = { name: 'Kebun Veerasamy', msic_code: '46496', business_description: 'Wholesale' }
let world: World

const today = async (who: Who): Promise<Today> => (await world.as(who).call(dashboard.today, {})).body
const listed = async (who: Who, status: string) =>
  (await world.as(who).call(documents.list, { query: { status } })).body.count
const numbers = (group: { rows: { invoice_number: string }[] } | null) =>
  group?.rows.map(({ invoice_number }) => invoice_number)

/** Everything in Pulau Pinang and Kuala Lumpur that needs somebody, and a company of somebody else. */
beforeAll(async () => {
  world = await createWorld({ simulator: true })
  const pen = { sender_store_code: 'PEN01' }
  await buildDocument(world, { status: 'Validated' })
  await buildDocument(world, { status: 'Validated', ...pen })
  world.clock.advance(26 * HOUR_MS)
  await buildDocument(world, { status: 'Outcome Unknown' })
  await buildDocument(world)
  await buildDocument(world, pen)
  await buildDocument(world, { who: 'ezra', ...pen, invoice_currency: 'USD', currency_exchange_rate: '4.2' })
  world.clock.advance(25 * HOUR_MS)
  await buildDocument(world, { status: 'Submission Failed' })
  await buildDocument(world, { status: 'Invalid', ...pen })
  await buildDocument(world, { status: 'Approval Rejected', ...pen })
  await buildDocument(world, pen)
  const { id } = await buildDocument(world, { status: 'Approved' })
  const held = { params: { uuid: id }, body: { reason: 'The customer asks us to wait' } }
  expect((await world.as('bakri').call(documents.hold, held)).status).toBe(200)
  await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01', customer: { name: 'Elsewhere' } })
  await buildDocument(world, { status: 'Validated' })
})

describe('what needs somebody', () => {
  it('is for a clerk what came back, is unclear or waits for long', async () => {
    const { failed, rejected, unknown, waiting, to_approve, held } = await today('aminah')
    expect([failed?.count, rejected?.count, unknown?.count, waiting?.count]).toEqual([2, 1, 1, 3])
    expect([to_approve, held]).toEqual([null, null])
    expect(failed?.rows).toContainEqual(
      expect.objectContaining({ status: 'Invalid', other_party: 'SIM INVALID', moved_by: 'LHDN' }),
    )
    expect(failed?.rows.filter(({ reason }) => reason === '' || reason.includes('\n'))).toEqual([])
    expect(rejected?.rows[0]).toMatchObject({ reason: 'Wrong buyer', moved_by: 'Bakri Hassan' })
  })

  it('is for an approver what they may decide, the oldest first, summed per currency', async () => {
    const { failed, rejected, waiting, to_approve, held } = await today('bakri')
    expect([failed, rejected, waiting]).toEqual([null, null, null])
    expect(to_approve?.sums).toEqual([
      { invoice_currency: 'MYR', kind: 'charged', total: '412.50' },
      { invoice_currency: 'USD', kind: 'charged', total: '137.50' },
    ])
    expect(to_approve?.rows.map(({ modified_at }) => modified_at)).toEqual(
      to_approve?.rows.map(({ modified_at }) => modified_at).toSorted(),
    )
    expect(held?.rows[0]).toMatchObject({
      reason: 'The customer asks us to wait',
      moved_by: 'Bakri Hassan',
    })
  })

  it('sums what is given back with a minus, and what the company owes by itself', async () => {
    const retyped = (invoice_type: string) =>
      sql`UPDATE documents SET invoice_type = ${invoice_type}
        WHERE status = 'Pending Approval' AND invoice_currency = 'USD'`.execute(world.db)
    const usd = async () => (await today('bakri')).to_approve?.sums.at(-1)
    await retyped('02')
    expect(await usd()).toEqual({ invoice_currency: 'USD', kind: 'credited', total: '-137.50' })
    await retyped('11')
    expect(await usd()).toEqual({ invoice_currency: 'USD', kind: 'self_billed', total: '137.50' })
    await retyped('01')
  })

  it('is for a person of one department that of the department', async () => {
    const { failed, rejected, unknown, waiting, to_approve, recent, windows } = await today('ezra')
    expect([failed?.count, rejected?.count, unknown?.count]).toEqual([1, 1, 0])
    // Three wait there for more than a day or not; Ezra made one of them, for which somebody else is needed.
    expect([waiting?.count, to_approve?.count]).toEqual([1, 2])
    expect(numbers(waiting)).toEqual(['M-PEN0101000003'])
    expect(recent?.every(({ invoice_number }) => invoice_number.includes('PEN01'))).toBe(true)
    expect(windows?.count).toBe(1)
  })

  it('is for a superadmin that of all companies', async () => {
    const { to_approve, recent, windows, held } = await today('devi')
    expect([to_approve?.count, windows?.count, held?.count]).toEqual([5, 2, 1])
    expect(recent).toHaveLength(8)
    expect(recent?.some(({ other_party }) => other_party === 'Elsewhere')).toBe(true)
  })

  it('is nothing for who may only read, who sees the last documents all the same', async () => {
    const { recent, windows, troubles, refusals, certificates, ...needs } = await today('gita')
    expect(Object.values(needs).every((group) => group === null)).toBe(true)
    expect([recent?.length, windows?.count]).toEqual([8, 2])
    expect([troubles, refusals, certificates]).toEqual([[], [], []])
  })

  it('counts what the lists count to which it leads', async () => {
    for (const who of ['aminah', 'ezra', 'devi'] as const) {
      const { failed, rejected, unknown, waiting, windows } = await today(who)
      const groups: [string, NeedyGroup | Today['windows']][] = [
        ['Submission Failed,Invalid', failed],
        ['Approval Rejected', rejected],
        ['Outcome Unknown', unknown],
        [WAITING_LONG, waiting],
        [WINDOW_ENDING, windows],
      ]
      for (const [status, group] of groups)
        expect(await listed(who, status), `${who}, ${status}`).toBe(group?.count)
    }
    const pending = await world.as('ezra').call(documents.pending, { query: { may_approve: true } })
    expect(pending.body.count).toBe((await today('ezra')).to_approve?.count)
    expect(await listed('devi', 'OnHold')).toBe((await today('devi')).held?.count)
  })

  it('leaves nobody waiting for others who may decide about their own', async () => {
    const key = 'approval.allow_self_approval'
    const change = (value: boolean) =>
      writeSetting(world.db, { caller: undefined, key, value, now: world.clock.now() })
    await change(true)
    const { waiting, to_approve } = await today('ezra')
    await change(false)
    expect([waiting, to_approve?.count]).toEqual([null, 3])
  })

  it('says when this person last decided', async () => {
    expect((await today('ezra')).last_decided_at).toBeNull()
    const made = await submit(world, 'aminah', payload({ sender_store_code: 'PEN01' }))
    await decide(world, 'ezra', String(made.body.UUIDs?.[0]), {
      status: 'Rejected',
      rejection_reason: 'Twice',
    })
    expect((await today('ezra')).last_decided_at).toBe(world.clock.now().toISOString())
  })
})

describe('time', () => {
  it('ends for cancellations: told from a day before, what a buyer asked back before all others', async () => {
    const asked = await buildDocument(world, { status: 'Validated', sender_store_code: 'PEN01' })
    await sql`UPDATE documents SET reject_requested_at = ${world.clock.now()}, reject_reason = 'Never ordered'
      WHERE id = ${asked.id}`.execute(world.db)
    const { windows } = await today('bakri')
    expect(windows?.rows[0]).toMatchObject({
      uuid: asked.id,
      invoice_type: '01',
      reject_reason: 'Never ordered',
    })
    expect(windows?.rows.slice(1).map(({ reject_reason }) => reject_reason)).toEqual([null, null])
    expect(windows?.count).toBe(await listed('bakri', WINDOW_ENDING))
  })

  it('makes a wait long after a day, to the minute', async () => {
    world.clock.advance(24 * HOUR_MS - MINUTE_MS)
    expect((await today('aminah')).waiting?.count).toBe(3)
    world.clock.advance(60_000)
    expect((await today('aminah')).waiting?.count).toBe(4)
    expect(await listed('aminah', WAITING_LONG)).toBe(4)
  })

  it('takes away what cannot be cancelled any more', async () => {
    const count = async () => (await today('bakri')).windows?.count
    expect(await count()).toBe(1)
    world.clock.advance(24 * HOUR_MS + 60_000)
    expect(await count()).toBe(2)
    world.clock.advance(24 * HOUR_MS)
    expect((await today('bakri')).windows).toEqual({ count: 0, more: false, rows: [] })
  })
})

describe('a self-billed document', () => {
  it('is told of by its supplier: its buyer is the company itself', async () => {
    const self_billed = { invoice_type: '11', customer: FARMER }
    await buildDocument(world, { status: 'Validated', ...self_billed })
    await buildDocument(world, { status: 'Submission Failed', ...self_billed })
    world.clock.advance(50 * HOUR_MS)
    const { windows, failed, recent } = await today('devi')
    const told = [windows?.rows[0], failed?.rows[0], recent?.[0], recent?.[1]]
    expect(told.map((row) => row?.other_party)).toEqual(told.map(() => FARMER.name))
  })
})

describe('in a large archive', () => {
  beforeAll(async () => {
    await copy('Validated', 5_000)
    // Their windows end in the hours to come, one after the other.
    await sql`UPDATE documents SET validated_at = ${world.clock.now()}::timestamptz - interval '50 hours'
        + hashtext(invoice_number) % 3600 * interval '1 second'
      WHERE status = 'Validated' AND validated_at IS NULL`.execute(world.db)
    await copy('Submission Failed', 3_000)
    // What is pending does not pile up; who made all of it looks through it once.
    await copy('Pending Approval', 1_050)
    await sql`ANALYZE documents`.execute(world.db)
  })

  it('counts to a thousand and says that there are more, without a sum of some of them', async () => {
    const { failed, to_approve } = await today('devi')
    expect(failed).toMatchObject({ count: 1_000, more: true })
    expect(failed?.rows).toHaveLength(5)
    expect(to_approve).toMatchObject({ count: 1_000, more: true, sums: [] })
  })

  it.each(['aminah', 'ezra', 'devi'] as const)('reads few rows of it for %s', async (who) => {
    const caller = await world.callerOf(who)
    const scans = await scansOf(world.db, 'documents', (db) =>
      readToday({ db, caller, now: world.clock.now() }),
    )
    expect(scans.length).toBeGreaterThan(3)
    for (const { scan, read, text } of scans) {
      expect(scan, text).not.toBe('Seq Scan')
      expect(read, text).toBeLessThan(1_200)
    }
  })
})

const BATCH_ROWS = 1_000

/** So many documents like those of that status, in turn. */
const copy = async (status: string, count: number) => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM documents WHERE status = ${status}`.execute(
    world.db,
  )
  const ids = rows.map(({ id }) => id)
  for (let from = 1; from <= count; from += BATCH_ROWS) {
    const to = Math.min(count, from + BATCH_ROWS - 1)
    await sql`
      INSERT INTO documents SELECT copy.* FROM generate_series(${from}::int, ${to}::int) AS nr
        JOIN documents AS one ON one.id = (${ids}::uuid[])[1 + nr % ${ids.length}::int],
        LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'authority_uuid', NULL,
          'invoice_number', ${status}::text || nr, 'validated_at', NULL, 'content', '{}'::jsonb)) AS copy`.execute(
      world.db,
    )
  }
}
