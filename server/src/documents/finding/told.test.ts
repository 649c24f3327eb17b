import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createArchive } from '../reading/fixtures/archive.ts'
import { UNFILTERED } from './matching.ts'
import { toldOf } from './told.ts'

const DOCUMENTS = 1_000

test('a buyer with many identity numbers is no larger than the share of its documents', async () => {
  const world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET buyer_tin_no = '', buyer_email = '',
    buyer_name = CASE WHEN contract_number = 'CT-7' THEN 'Kinabalu' ELSE 'Pasar Raya' END,
    buyer_id_no = CASE WHEN contract_number = 'CT-7' THEN id::text ELSE '1' END`.execute(world.db)
  await sql`DELETE FROM document_buyers WHERE buyer_name NOT IN ('Kinabalu', 'Pasar Raya')`.execute(world.db)
  await sql`VACUUM ANALYZE document_orders`.execute(world.db)
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  for (const filters of [{ buyer_name: 'ab' }, { search: 'kinab' }]) {
    const { share } = await toldOf(by, { ...UNFILTERED, ...filters })
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(2 / 70)
  }
})
