import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readingOf, scansOf } from '../../../../test/plan.ts'
import { createArchive, plainly } from '../../reading/fixtures/archive.ts'
import { findIn } from '../find-in.ts'
import { UNFILTERED } from '../matching.ts'
import { toldOf } from '../told.ts'
import { ofLetter } from './by-letter.ts'
import { byText } from './by-text.ts'
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

test('what no number of a department can hold is looked for among names alone', async () => {
  const world = await createArchive(DOCUMENTS)
  await sql`UPDATE documents SET buyer_name = 'Kedai zq 2026-' WHERE contract_number = 'CT-3'`.execute(
    world.db,
  )
  await sql`VACUUM ANALYZE`.execute(world.db)
  const weeksOf = async (search: string) => {
    const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
    const filters = { ...UNFILTERED, search }
    const page = { offset: 0, page_size: 20, sort_order: 'desc' as const, filters }
    const seeking = { ...by, filters, told: await toldOf(by, filters), column: 'invoice_date' }
    const [place] = byText(seeking)
    const { ids, count } = await plainly(world, 'devi', { search, page_size: '20' })
    const scans = await scansOf(world.db, 'document_orders', async (db) => {
      expect(place && (await findIn(place, { ...by, db }, page))).toEqual({ ids, n: count })
    })
    return scans.filter(({ text }) => text.includes('number_marks')).length
  }
  expect(await weeksOf('zq')).toBe(0)
  expect(await weeksOf('Kedai zq 2026-')).toBe(0)
  expect(await weeksOf('2026-')).toBeGreaterThan(0)
  await sql`UPDATE documents SET invoice_number = 'zq-' || invoice_number WHERE contract_number = 'CT-4'`.execute(
    world.db,
  )
  expect(await weeksOf('zq')).toBeGreaterThan(0)
})
