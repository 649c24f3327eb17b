import { type SqlBool, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import type { Input } from '#contract/endpoint.ts'
import { NUMBER_FREE, RECEIVED, STATUSES, type Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, payload, submit } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { writeSetting } from '../../settings/write.ts'
import { nextFreeNumber } from '../life/numbering.ts'
import { on } from './tables.ts'

const world = await createWorld()
const { db, clock, company } = world
const countsOf = async (who: Who) => (await world.as(who).call(dashboard.counts, {})).body
const LISTED = { dateStart: '2026-01-01', dateEnd: '2026-07-15' }
const PENDING = { page_size: '50', date_start: '2026-01-01', date_end: '2026-07-15' }
const pending = async (who: Who, query: Input<typeof documents.pending>['query']) =>
  (await world.as(who).call(documents.pending, { query })).body

/** As if whatever led there had happened, also what the lifecycle forbids: readers must agree about any row. */
const put = (id: string, status: Status, authority_uuid: string | null = null) =>
  sql`UPDATE documents SET status = ${status}, authority_uuid = ${authority_uuid} WHERE id = ${id}`.execute(
    db,
  )

describe('what was handed to the authority', () => {
  test.each(STATUSES.flatMap((status) => [true, false].map((received) => [status, received] as const)))(
    'is the same for card, chart and list: %s, received %s',
    async (status, received) => {
      await sql`UPDATE documents SET invoice_date = '2025-12-31'`.execute(db)
      const { id } = await buildDocument(world)
      await put(id, status, received ? 'F9D425P6DS7D8IU' : null)
      const counts = await countsOf('bakri')
      const { body: months } = await world.as('bakri').call(dashboard.months, {})
      const query = { ...LISTED, status: 'LHDN Submission' }
      const { count } = (await world.as('bakri').call(documents.list, { query })).body
      const is_handed_over = RECEIVED.includes(status) || (status === 'User Cancelled' && received)
      const expected = is_handed_over ? 1 : 0
      expect([counts.this_year_validated_count, months.at(-1)?.count, count]).toEqual(Array(3).fill(expected))
    },
  )
})

describe('what waits for a person', () => {
  beforeEach(() =>
    sql`UPDATE documents SET status = 'Validated' WHERE status = 'Pending Approval'`.execute(db),
  )
  const people = ['aminah', 'bakri', 'chong', 'devi', 'ezra', 'farid', 'gita'] as const

  test.each([false, true])('is the same for card, list and button; self-approval %s', async (value) => {
    await writeSetting(db, {
      caller: undefined,
      key: 'approval.allow_self_approval',
      value,
      now: clock.now(),
    })
    for (const maker of ['aminah', 'ezra', 'devi'] as const) {
      for (const editors of [['aminah'], ['bakri'], ['devi', 'bakri'], []] as const) {
        const { id } = await buildDocument(world, { who: maker, sender_store_code: 'PEN01' })
        const edited_by = editors.map((who) => company.users[who])
        await on(db).updateTable('documents').set({ edited_by }).where('id', '=', id).execute()
      }
    }
    for (const who of people) {
      const counts = await countsOf(who)
      const all = await pending(who, PENDING)
      const own = await pending(who, { ...PENDING, may_approve: 'true' })
      const allowed = (all.results ?? []).filter((row) => row.may_approve.ok)
      expect([who, counts.this_year_pending_approval_count]).toEqual([who, allowed.length])
      expect([who, own.results ?? [], own.count ?? 0]).toEqual([who, allowed, allowed.length])
    }
  })

  test('of other days is not on the list of a card', async () => {
    const { id } = await buildDocument(world)
    await sql`UPDATE documents SET invoice_date = '2025-12-31' WHERE id = ${id}`.execute(db)
    expect((await pending('bakri', PENDING)).count).toBe(0)
    expect((await pending('bakri', {})).count).toBe(1)
  })
})

describe('a number is free again', () => {
  const series = { store_code_id: company.stores.KUL01, invoice_type: '02' }
  const place = {
    ...series,
    ...{
      sender_entity_id: company.entities.kinabalu,
      environment: 'simulator' as const,
      store_code: 'KUL01',
    },
  }
  const FIRST = 'M-KUL0102000001'

  test.each(STATUSES)('by one rule in domain, index and numbering: %s', async (status) => {
    await sql`UPDATE documents SET invoice_number = id::text`.execute(db)
    const { id } = await buildDocument(world, { source: 'ERP', invoice_number: FIRST })
    await put(id, status)
    const { rows } = await sql<{ free: SqlBool }>`
      SELECT NOT EXISTS (SELECT FROM documents WHERE id = ${id} AND ${await predicate()}) AS free`.execute(db)
    // The series begins with this number, unless it is taken.
    const claimed = await inTransaction(db, (tx) => nextFreeNumber(tx, place))
    await sql`DELETE FROM number_counters`.execute(db)
    const free = NUMBER_FREE.includes(status)
    expect([rows[0]?.free, claimed === FIRST]).toEqual([free, free])
    // A new document, not an edit of the one that came back.
    const fresh = payload({ uuid: null, source: 'ERP', invoice_number: FIRST })
    const again = await submit(world, 'aminah', fresh)
    expect(again.body.Invoice_Numbers).toEqual(free ? [FIRST] : [])
  })

  const predicate = async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT pg_get_expr(indpred, indrelid) AS text FROM pg_index
      WHERE indexrelid = 'documents_number'::regclass`.execute(db)
    return sql.raw(rows[0]?.text ?? '')
  }
})
