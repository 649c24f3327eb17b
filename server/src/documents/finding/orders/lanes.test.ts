import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readingOf } from '../../../../test/plan.ts'
import { createArchive } from '../../reading/fixtures/archive.ts'
import { UNFILTERED } from '../matching.ts'
import { pageByColumn } from './page-by-column.ts'
import { pageByDate } from './page-by-date.ts'
import { lanesOf } from './pages.ts'

const DOCUMENTS = 3_000

test('a department that never had a buyer of this name is not passed over', async () => {
  const world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET buyer_name = 'Kedai Tunggal'
    WHERE sender_store_code = 'KUL01'`.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const filters = { ...UNFILTERED, buyer_name: 'TUNGGAL' }
  const wanted = { ...{ offset: 0, page_size: 20, sort_order: 'desc' as const }, filters }
  for (const { page, table } of [
    { page: pageByDate(by, wanted), table: 'documents' },
    { page: pageByDate(by, { ...wanted, along: 'orders' }), table: 'document_orders' },
    { page: pageByColumn(by, wanted, 'total_payable_amount'), table: 'document_orders' },
  ]) {
    const { rows } = await sql`SELECT FROM documents WHERE id IN ${page}`.execute(world.db)
    expect(rows).toHaveLength(20)
    const { read } = await readingOf(world.db, sql`SELECT * FROM ${page} AS page`, table)
    expect(read).toBeLessThan(DOCUMENTS / 10)
  }
})

test('nor is one whose buyers and numbers never had what is searched for', async () => {
  const world = await createArchive(DOCUMENTS)
  const of_kul = sql`UPDATE documents SET buyer_name = 'Kedai Tunggal', authority_uuid = 'Z' || upper(id::text)
    WHERE sender_store_code = 'KUL01'`
  await of_kul.execute(world.db)
  await sql`UPDATE documents SET invoice_number = 'Q-' || id WHERE sender_store_code = 'JHB01'`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE`.execute(world.db)
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const one = sql<{ id: string; authority_uuid: string }>`SELECT id, authority_uuid FROM documents
    WHERE sender_store_code = 'KUL01' LIMIT 1`
  const [{ id = '', authority_uuid = '' } = {}] = (await one.execute(world.db)).rows
  for (const [asked, found] of [
    [{ search: 'TUNGGAL' }, ['KUL01']],
    [{ search: 'q-' }, ['JHB01']],
    [{ invoice_number: 'q' }, ['JHB01']],
    [{ search: authority_uuid }, ['KUL01']],
    [{ search: authority_uuid.toLowerCase() }, ['KUL01']],
    [{ search: 'q', buyer_name: 'Tunggal' }, []],
    [{ search: '7' }, ['JHB01', 'KUL01', 'PEN01']],
  ] as const) {
    const lanes = lanesOf(by, undefined, { ...UNFILTERED, ...asked })
    const { rows } = await sql<{ in_code: string }>`SELECT in_code FROM ${lanes} ORDER BY 1`.execute(world.db)
    expect(rows.map(({ in_code }) => in_code)).toEqual(found)
  }
  // All numbers have the letters of an id here.
  await sql`DELETE FROM number_letters`.execute(world.db)
  const lanes = lanesOf(by, undefined, { search: id })
  const { rows } = await sql`SELECT in_code FROM ${lanes}`.execute(world.db)
  expect(rows).toEqual([{ in_code: 'KUL01' }])
})
