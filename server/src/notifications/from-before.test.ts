import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDocument, line } from '../../test/build.ts'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from '../platform/db/database.ts'
import { hearAll } from './fixtures/hearing.ts'
import { lookAgain } from './hearing/documents.ts'

const MIGRATION = join(import.meta.dirname, '../../migrations/0093-consolidated.sql')

const world = await createWorld()
const { db } = world

const JUNE = { invoice_date: '2026-07-10', billing_start: '2026-06-01', billing_end: '2026-06-30' }
const RECEIPTS = { items: [line({ classification: '004' })] }
const NOBODY = {
  ...{ name: 'General Public', tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
  ...{ email: 'NA', contact_number: 'NA', address1: 'NA', zipcode: '', city: 'NA', state: '17' },
  ...{ msic_code: '00000', business_description: 'NA' },
}

const judgedRows = async () => {
  const { rows } = await sql<{ id: string; submit_by: string; consolidated: boolean }>`
    SELECT id, submit_by, consolidated FROM documents ORDER BY id`.execute(db)
  return rows
}

test('what waits from before migration 0093 gets the last day that it would get now, and is told of', async () => {
  const original = { original_inv_number: 'M-1', original_inv_ref_number: 'NA' }
  const receipts = await buildDocument(world, { ...JUNE, ...RECEIPTS })
  const self_billed = await buildDocument(world, { ...JUNE, invoice_type: '11', customer: NOBODY })
  const note = await buildDocument(world, { ...JUNE, ...RECEIPTS, ...original, invoice_type: '02' })
  await buildDocument(world, { ...JUNE, status: 'Approved' })
  const unheld = await buildDocument(world, { ...JUNE, ...RECEIPTS, status: 'Approved' })
  const stored = await judgedRows()
  expect(stored.filter(({ consolidated }) => consolidated).map(({ id }) => id)).toEqual(
    [receipts.id, self_billed.id, unheld.id].toSorted(),
  )
  await hearAll(world)

  // As it was: only lines told, of notes as well.
  await sql`DELETE FROM notices WHERE kind = 'submission_deadline' AND subject = ${self_billed.id}`.execute(
    db,
  )
  await sql`UPDATE notices SET kind = 'submission_deadline' WHERE subject = ${note.id}`.execute(db)
  await sql`UPDATE documents SET submit_by = CASE WHEN id = ${note.id} THEN '2026-07-07' ELSE invoice_date END
    WHERE id = ANY(${[note.id, self_billed.id]}::uuid[])`.execute(db)
  await sql`ALTER TABLE documents DROP COLUMN consolidated`.execute(db)
  const text = await readFile(MIGRATION, 'utf8')
  await inTransaction(db, (tx) => sql.raw(text).execute(tx))

  expect(await judgedRows()).toEqual(stored)
  await lookAgain({ db, clock: { now: () => new Date() } })
  const { rows } = await sql<{ subject: string }>`
    SELECT subject FROM notices WHERE kind = 'submission_deadline' ORDER BY subject`.execute(db)
  expect(rows.map(({ subject }) => subject)).toEqual([receipts.id, self_billed.id].toSorted())
})
