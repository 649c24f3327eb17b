import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { documents } from '#contract/documents.ts'
import { TABS } from '#domain/documents/lifecycle.ts'
import { scansOf } from '../../../test/plan.ts'
import type { Who, World } from '../../../test/world.ts'
import { createArchive } from '../reading/fixtures/archive.ts'
import { countTabs } from '../reading/tabs.ts'
import { matching } from './matching.ts'
import { FOUND_MAX } from './orders/pages.ts'

/** More than are found all at once. */
const DOCUMENTS = 12_000
const TAB_MAX = 1_000

type Person = Extract<Who, 'aminah' | 'devi'>
type Filters = z.input<typeof documents.tabs.query>

let world: World

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  await sql`VACUUM ANALYZE`.execute(world.db)
})

const byOf = async (who: Person) => ({ caller: await world.callerOf(who), now: world.clock.now() })

/** Each tab as anybody would count it: all that matches. */
const plainly = async (who: Person, query: Filters) => {
  const by = { ...(await byOf(who)), db: world.db }
  const filters = documents.tabs.query.parse(query)
  const counts = Object.entries(TABS).map(async ([tab, status]) => {
    const matched = matching(by, { ...filters, status: [...status] })
    const { n } = await matched.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
    return { tab, count: Math.min(n, TAB_MAX), more: n > TAB_MAX }
  })
  return Promise.all(counts)
}

const RARE: Filters[] = [
  ...[{ search: 'zzz' }, { search: 'M-2025-000012' }, { search: 'buyer 80' }, { invoice_number: '00007' }],
  ...[{ buyer_name: 'Buyer 77' }, { buyer_tin_no: 'C770' }, { agent_code: 'AG-4' }, { lhdn_uuid: 'A1A' }],
  ...[{ contract_number: 'CT-12' }, { buyer_name: 'Buyer 7', invoice_type: '02' }],
  { buyer_name: 'Buyer 7', sender_store_code: 'PEN01', dateStart: '2026-01-29' },
]
const COMMON: Filters[] = [
  ...[{ buyer_name: 'uyer' }, { search: '-' }, { contract_number: 'ct-' }, { buyer_email: '@' }],
  ...[
    { search: 'er', dateStart: '2025-10-25' },
    { invoice_number: '-', invoice_type: '01' },
  ],
  { buyer_name: 'er', document_type: 'SB' },
]

test.each([...RARE, ...COMMON])(
  'beside a text each tab has all that match, up to a limit: %o',
  async (query) => {
    for (const who of ['aminah', 'devi'] as const) {
      const { body } = await world.as(who).call(documents.tabs, { query })
      expect(body, who).toEqual(await plainly(who, query))
    }
  },
)

test('of what more have than are found, rare statuses are counted still', async () => {
  const { body } = await world.as('devi').call(documents.tabs, { query: { buyer_name: 'uyer' } })
  expect(DOCUMENTS).toBeGreaterThan(FOUND_MAX)
  expect(body.find(({ tab }) => tab === 'Validated')).toMatchObject({ count: TAB_MAX, more: true })
  const on_hold = body.find(({ tab }) => tab === 'OnHold')
  expect([on_hold?.count, on_hold?.more]).toEqual([DOCUMENTS / 50, false])
})

test.each(RARE)('no tab looks at documents without the text: %o', async (query) => {
  for (const who of ['aminah', 'devi'] as const) {
    const by = await byOf(who)
    const asked = documents.tabs.query.parse(query)
    const scans = await scansOf(world.db, 'documents', (db) => countTabs({ ...by, db }, asked))
    expect(scans.length).toBeGreaterThan(0)
    for (const { scan, read, text } of scans) {
      expect(scan, text).not.toBe('Seq Scan')
      expect(read, text).toBeLessThan(2_000)
    }
  }
})

test('of what many have no document is looked up by itself', async () => {
  const asked = documents.tabs.query.parse({ buyer_name: 'uyer', dateStart: '2026-02-01' })
  const by = await byOf('devi')
  const scans = await scansOf(world.db, 'documents', (db) => countTabs({ ...by, db }, asked))
  expect(scans.length).toBeGreaterThan(0)
  for (const { read, text } of scans) expect(read, text).toBeLessThan(2_000)
})
