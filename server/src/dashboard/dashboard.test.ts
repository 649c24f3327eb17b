import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { addDays, malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { buildDocument, payload, submit } from '../../test/build.ts'
import { createWorld, type Who, type World } from '../../test/world.ts'
import { foldChanges } from '../documents/counting/fold.job.ts'
import { writeSetting } from '../settings/write.ts'

let world: World

const counts = async (who: Who) => (await world.as(who).call(dashboard.counts, {})).body
const month = async (who: Who) => {
  const body = await counts(who)
  return ['validated', 'validated_only', 'lhdn_not_successful', 'pending_approval'].map(
    (name) => body[`this_month_${name}_count`],
  )
}
const build = async (...statuses: Status[]) => {
  for (const status of statuses) await buildDocument(world, { status })
}

describe('the cards', () => {
  beforeAll(async () => {
    world = await createWorld({ simulator: true })
    // On 15 July: two months back, then back to where the clock of the world began.
    await build('Validated', 'Submission Failed', 'Pending Approval')
    world.clock.advance(60 * DAY_MS)
    await build('Validated', 'Validated', 'Invalid', 'Submitted', 'Submission Failed')
    await build('Pending Approval', 'Approval Rejected', 'User Cancelled')
    await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01', customer: { name: 'Elsewhere' } })
    await buildDocument(world, { who: 'ezra', sender_store_code: 'PEN01' })
  })

  it('count by invoice date: the year to today, and this month', async () => {
    expect(await month('bakri')).toEqual([4, 2, 1, 2])
    expect(await counts('bakri')).toMatchObject({
      this_year_validated_count: 5,
      this_year_validated_only_count: 3,
      this_year_lhdn_not_successful_count: 2,
      this_year_pending_approval_count: 3,
    })
  })

  it('count as pending only what this person may approve', async () => {
    // Aminah has no right to approve; Ezra made the one in his store; Farid sees and may approve all three.
    expect((await month('aminah'))[3]).toBe(0)
    expect((await month('ezra'))[3]).toBe(0)
    expect((await month('farid'))[3]).toBe(3)
  })

  it('count one’s own as well where self-approval is allowed', async () => {
    const key = 'approval.allow_self_approval'
    await writeSetting(world.db, { caller: undefined, key, value: true, now: world.clock.now() })
    expect((await month('ezra'))[3]).toBe(1)
    await writeSetting(world.db, { caller: undefined, key, value: false, now: world.clock.now() })
  })

  it('count nothing of other stores and companies', async () => {
    expect((await month('chong'))[0]).toBe(0)
    expect(await month('ezra')).toEqual([0, 0, 0, 0])
  })

  it('count what was cancelled after validation as handed over, what was withdrawn not', async () => {
    const { id } = await buildDocument(world, { status: 'Validated' })
    expect((await month('bakri')).slice(0, 2)).toEqual([5, 3])
    const { status } = await world
      .as('devi')
      .call(documents.cancel, { params: { uuid: id }, body: { reason: 'Wrong buyer' } })
    expect(status).toBe(200)
    expect((await month('bakri')).slice(0, 2)).toEqual([5, 2])
  })

  it('equal the lists they link to', async () => {
    const listed = async (status: string) => {
      const query = { dateStart: '2026-09-01', dateEnd: '2026-09-30', status }
      return (await world.as('bakri').call(documents.list, { query })).body.count
    }
    const [handed_over, validated, failed] = await month('bakri')
    expect(await listed('LHDN Submission')).toBe(handed_over)
    expect(await listed('Validated')).toBe(validated)
    expect(await listed('Submission Failed')).toBe(failed)
  })
})

describe('a pending document', () => {
  it('is not counted for its maker nor for whoever edited it', async () => {
    const edited = await createWorld()
    const rejected = { status: 'Approval Rejected', sender_store_code: 'PEN01' } as const
    for (const [maker, editor] of [
      ['aminah', 'ezra'],
      ['ezra', 'aminah'],
    ] as const) {
      const { id: uuid } = await buildDocument(edited, { ...rejected, who: maker })
      const again = await submit(edited, editor, payload({ uuid, sender_store_code: 'PEN01' }))
      expect(again.body.UUIDs).toEqual([uuid])
    }
    const pending = async (who: Who) =>
      (await edited.as(who).call(dashboard.counts, {})).body.this_month_pending_approval_count
    expect([await pending('ezra'), await pending('bakri')]).toEqual([0, 2])
    const { id } = await buildDocument(edited, { sender_store_code: 'PEN01' })
    expect([await pending('ezra'), await pending('bakri')]).toEqual([1, 3])
    // It waits for another that is not cancelled yet; so does one of Ezra's own, which is taken off but once.
    await sql`UPDATE documents SET awaits_cancellation = TRUE WHERE id = ${id}
      OR ${edited.company.users.ezra}::uuid = ANY(edited_by)`.execute(edited.db)
    expect([await pending('ezra'), await pending('bakri')]).toEqual([0, 1])
    for (const who of ['ezra', 'bakri', 'farid', 'devi'] as const) {
      const { body } = await edited.as(who).call(documents.pending, { query: { may_approve: 'true' } })
      expect(await pending(who)).toBe(body.count)
    }
  })
})

describe('the charts', () => {
  it('show each month of this year so far, empty ones too', async () => {
    const { body } = await world.as('bakri').call(dashboard.months, {})
    expect(body.map((row: { month: string }) => row.month)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
    ])
    expect(body.map((row: { count: number }) => row.count)).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 5])
  })

  it('show the five best customers, most documents first, without the suppliers of self-billed ones', async () => {
    for (const name of ['Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']) {
      await buildDocument(world, { status: 'Submitted', customer: { name } })
    }
    const { body } = await world.as('bakri').call(dashboard.buyers, {})
    expect(body).toHaveLength(5)
    expect(body[0]).toEqual({ buyer: 'Perniagaan Seri Jaya Sdn Bhd', count: 5 })
    expect(body.slice(1).map((row: { buyer: string }) => row.buyer)).toEqual([
      'Beta',
      'Delta',
      'Epsilon',
      'Gamma',
    ])
  })

  it('show documents per company of one’s own', async () => {
    const { body } = await world.as('aminah').call(dashboard.senders, {})
    expect(body).toEqual([{ tenant_account: 'Kinabalu Trading Sdn Bhd', count: 11 }])
    expect((await world.as('chong').call(dashboard.senders, {})).body).toEqual([])
  })
})

describe('a document dated after today', () => {
  it('is in no chart until its day has come', async () => {
    const early = await createWorld({ simulator: true })
    const { id } = await buildDocument(early, { status: 'Validated', customer: { name: 'Esok' } })
    const today = malaysianDate(early.clock.now())
    await sql`UPDATE documents SET invoice_date = ${addDays(today, 1)}::date WHERE id = ${id}`.execute(
      early.db,
    )
    const charted = async () => {
      const [months, senders, buyers] = await Promise.all(
        [dashboard.months, dashboard.senders, dashboard.buyers].map(
          async (endpoint) => (await early.as('bakri').call(endpoint, {})).body,
        ),
      )
      return [months?.reduce((sum, { count }) => sum + count, 0), senders?.length, buyers?.length]
    }
    for (const folds of [false, true]) {
      if (folds) await foldChanges(early)
      expect(await charted()).toEqual([0, 0, 0])
    }
    early.clock.advance(DAY_MS)
    expect(await charted()).toEqual([1, 1, 1])
  })
})

describe('on new year’s eve', () => {
  it('the day is the Malaysian one, eight hours ahead of UTC', async () => {
    world = await createWorld({ simulator: true })
    world.clock.advance(Date.parse('2026-12-31T15:59:59Z') - world.clock.now().getTime())
    await build('Pending Approval')
    expect((await counts('bakri')).this_year_pending_approval_count).toBe(1)
    world.clock.advance(1000)
    expect((await counts('bakri')).this_year_pending_approval_count).toBe(0)
    await build('Pending Approval')
    expect((await counts('bakri')).this_month_pending_approval_count).toBe(1)
  })
})
