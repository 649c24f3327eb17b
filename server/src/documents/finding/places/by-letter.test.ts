import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readingOf } from '../../../../test/plan.ts'
import { createArchive } from '../../reading/fixtures/archive.ts'
import { UNFILTERED } from '../matching.ts'
import { toldOf } from '../told.ts'
import { ofLetter } from './by-letter.ts'
import { isLettered } from './marks.ts'

const DOCUMENTS = 1_000

test.each([
  ['x', true],
  ['-', true],
  ['É', true],
  ['É1', true],
  ['7', false],
  ['77', false],
  ['x7', false],
  ['abc', false],
  ['', false],
])('%s is looked for by its letter: %s', (text, is_lettered) => {
  expect(isLettered(text)).toBe(is_lettered)
})

test('a single letter is looked for in the numbers of departments that ever had it', async () => {
  const world = await createArchive(DOCUMENTS)
  const of_pen = sql`UPDATE documents SET invoice_number = 'XÉ-' || id WHERE sender_store_code = 'PEN01'`
  const { numAffectedRows } = await of_pen.execute(world.db)
  await sql`VACUUM ANALYZE`.execute(world.db)
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  const look = async (invoice_number: string) => {
    const filters = { ...UNFILTERED, invoice_number }
    const told = await toldOf(by, filters)
    const found = ofLetter({ ...by, filters, told, column: 'invoice_date' }, invoice_number)
    const { rows } = await sql`SELECT FROM ${found} AS found`.execute(world.db)
    const { read } = await readingOf(
      world.db,
      sql`SELECT document_id FROM ${found} AS found`,
      'document_orders',
    )
    return { found: rows.length, read, lettered: told.lettered }
  }
  const n = Number(numAffectedRows)
  expect(n).toBeGreaterThan(10)
  for (const text of ['x', 'X', 'é', 'É-'])
    expect(await look(text)).toEqual({ found: n, read: n, lettered: n })
  expect(await look('y')).toEqual({ found: 0, read: 0, lettered: 0 })
})
