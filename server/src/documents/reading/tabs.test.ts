import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { TAB_NAMES } from '#domain/documents/lifecycle.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'

const world = await createWorld({ simulator: true })
await buildDocument(world, { status: 'Validated', customer: { name: 'Alpha 100% Sdn Bhd' } })
await buildDocument(world, { status: 'Invalid' })
await buildDocument(world, { status: 'Outcome Unknown' })
await buildDocument(world, { status: 'Approval Rejected', sender_store_code: 'PEN01' })
const pending = await buildDocument(world, { sender_store_code: 'PEN01' })
await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })

const tabs = async (who: Who, query: object = {}) =>
  (await world.as(who).call(documents.tabs, { query })).body
const listed = async (who: Who, query: object) =>
  (await world.as(who).call(documents.list, { query })).body.count

test.each<[Who, object]>([
  ['aminah', {}],
  ['ezra', {}],
  ['devi', {}],
  ['aminah', { sender_store_code: 'PEN01' }],
  ['aminah', { search: 'alpha 100%' }],
  ['devi', { sender_entity_code: '1000000000000025' }],
  ['devi', { sender_entity_code: '1000000000000017', search: 'alpha' }],
])('each tab counts for %s what it lists, filtered by %o', async (who, query) => {
  const counted = await tabs(who, query)
  expect(counted.map(({ tab }) => tab)).toEqual(TAB_NAMES)
  for (const { tab, count } of counted) {
    expect(count, tab).toBe(await listed(who, { ...query, status: tab }))
  }
})

test('the search finds by a part of the number or the buyer, and by the whole UUID of LHDN', async () => {
  const found = async (search: string) => listed('devi', { search })
  expect(await found('lpha 100%')).toBe(1)
  expect(await found(pending.invoice_number.slice(2))).toBe(1)
  const { rows } = await sql<{ uuid: string }>`
    SELECT authority_uuid AS uuid FROM documents WHERE status = 'Validated'`.execute(world.db)
  const uuid = rows[0]?.uuid ?? ''
  expect(await found(uuid)).toBe(1)
  expect(await found(uuid.slice(1))).toBe(0)
  expect(await found('100_')).toBe(0)
})

test('beyond a thousand a tab only says that there are more', async () => {
  await sql`INSERT INTO documents SELECT copy.* FROM documents AS one, generate_series(1, 1000) AS nr,
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'authority_uuid', NULL,
      'invoice_number', 'X' || nr)) AS copy WHERE one.id = ${pending.id}`.execute(world.db)
  const counted = await tabs('ezra')
  expect(counted.find(({ tab }) => tab === 'Pending Approval')).toMatchObject({ count: 1_000, more: true })
  expect(counted.find(({ tab }) => tab === 'Approval Rejected')).toMatchObject({ count: 1, more: false })
})
