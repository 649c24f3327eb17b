import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { scansOf } from '../../../test/plan.ts'
import type { World } from '../../../test/world.ts'
import { madeUnderNumber } from '../store/rows.ts'
import { createArchive } from './fixtures/archive.ts'
import { readNamed } from './named.ts'
import { countUnfinished } from './unfinished.ts'

/** What is asked for a single document or company looks at no others, whoever asks. */

const DOCUMENTS = 3_000
const READ_MAX = 20

let world: World
let invoice_number: string

beforeAll(async () => {
  world = await createArchive(DOCUMENTS)
  const { rows } = await sql<{ invoice_number: string }>`
    SELECT invoice_number FROM documents WHERE status = 'User Cancelled' AND sender_store_code = 'KUL01'
    ORDER BY id LIMIT 1`.execute(world.db)
  invoice_number = rows[0]?.invoice_number ?? ''
  await sql`VACUUM ANALYZE`.execute(world.db)
})

test.each(['aminah', 'devi'] as const)(
  'those made under a number are found by company for %s',
  async (who) => {
    const caller = await world.callerOf(who)
    const scans = await scansOf(world.db, 'documents', (db) => madeUnderNumber(db, caller, invoice_number))
    expect(scans.length).toBe(1)
    for (const { entered, read, text } of scans) {
      // An index whose first column is not named is read from end to end before PostgreSQL 18.
      expect(entered, text).toContain('sender_entity_id')
      expect(entered, text).toContain('invoice_number')
      expect(read, text).toBeLessThan(READ_MAX)
    }
  },
)

test.each(['aminah', 'devi'] as const)('one that is named is found by department for %s', async (who) => {
  const caller = await world.callerOf(who)
  // Also one that was taken back.
  const { id } = await readNamed(world.db, caller, invoice_number)
  expect((await readNamed(world.db, caller, id)).invoice_number).toBe(invoice_number)
  for (const table of ['documents', 'document_orders']) {
    const scans = await scansOf(world.db, table, (db) => readNamed(db, caller, invoice_number))
    expect(scans.length).toBeGreaterThan(0)
    for (const { scan, entered, read, text } of scans) {
      expect(scan, text).toMatch('Index')
      expect(entered, text).toMatch(table === 'documents' ? 'id' : /store_code_id.*invoice_number/s)
      expect(read, text).toBeLessThan(READ_MAX)
    }
  }
})

test.each(['aminah', 'devi'] as const)(
  'what a company has unfinished is counted without its documents for %s',
  async (who) => {
    const caller = await world.callerOf(who)
    const { kinabalu } = world.company.entities
    const { rows } = await sql<{ status: string; n: number }>`SELECT status, count(*)::int AS n FROM documents
    WHERE sender_entity_id = ${kinabalu} GROUP BY 1`.execute(world.db)
    const n = (...wanted: string[]) =>
      rows.filter(({ status }) => wanted.includes(status)).reduce((sum, row) => sum + row.n, 0)
    const counts = {
      pending: n('Pending Approval'),
      on_their_way: n('Approved', 'OnHold', 'Submitted', 'Outcome Unknown'),
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(10)
    expect(await countUnfinished({ db: world.db, caller }, kinabalu)).toEqual(counts)
    const scans = await scansOf(world.db, 'documents', (db) => countUnfinished({ db, caller }, kinabalu))
    expect(scans).toEqual([])
  },
)
