import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { scansOf } from '../../../../test/plan.ts'
import type { World } from '../../../../test/world.ts'
import { createArchive, plainly } from '../../reading/fixtures/archive.ts'
import { findIn } from '../find-in.ts'
import { leastOf } from '../least.ts'
import { type MatchFilters, UNFILTERED } from '../matching.ts'
import { toldOf } from '../told.ts'
import { byText } from './by-text.ts'

const DOCUMENTS = 6_000

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const found = async (
  asked: Partial<MatchFilters>,
  who: 'aminah' | 'devi',
  sort_by?: 'total_payable_amount',
) => {
  const by = { db: world.db, caller: await world.callerOf(who), now: world.clock.now() }
  const filters = { ...UNFILTERED, ...asked }
  const seeking = { ...by, filters, told: await toldOf(by, filters), column: sort_by ?? 'invoice_date' }
  const page = { offset: 0, page_size: 20, sort_order: 'desc' as const, filters }
  const scans = await scansOf(world.db, 'documents', async (db) => {
    const all = await findIn(leastOf(seeking, byText(seeking)), { ...by, db }, page)
    const lists = { status: filters.status.join(), invoice_type: filters.invoice_type.join() }
    const plain = await plainly(world, who, { ...asked, ...lists, sort_by, page_size: '20' })
    expect(all).toEqual({ n: plain.count, ids: plain.ids })
  })
  return scans
}

test.each([{ buyer_name: 'Buyer 7' }, { search: 'uyer 7' }, { agent_code: 'AG-' }])(
  'of what was handed over only that is looked at by itself which is not validated: %o',
  async (text) => {
    for (const who of ['aminah', 'devi'] as const) {
      const [all, validated] = await Promise.all(
        ['LHDN Submission', 'Validated'].map((status) => plainly(world, who, { ...text, status })),
      )
      expect(validated?.count).toBeGreaterThan(150)
      const scans = await found({ ...text, status: ['LHDN Submission'] }, who)
      const looked_up = scans.filter(({ entered }) => /^\(id =|one\./.test(entered))
      expect(looked_up.length).toBeGreaterThan(1)
      // One in five is of another status, of which one in ten each.
      for (const { read, text: query } of looked_up) expect(read, query).toBeLessThan((all?.count ?? 0) / 3)
    }
  },
)

test('of the validated of a buyer none is read for its type or its total', async () => {
  const asked = { buyer_name: 'Buyer 7', status: ['Validated'], invoice_type: ['02'] }
  for (const who of ['aminah', 'devi'] as const) {
    const scans = await found(asked, who, 'total_payable_amount')
    expect(scans.map(({ scan }) => scan)).toEqual(['Index Only Scan'])
  }
})

test('without three letters together no index of trigrams is asked for', async () => {
  for (const [text, by_index] of [
    [{ buyer_tin_no: 'c1' }, false],
    [{ buyer_tin_no: 'c10' }, true],
  ] as const) {
    const [scan] = await found(text, 'devi')
    expect(/ILIKE/i.test(scan?.text ?? '')).toBe(by_index)
  }
})
