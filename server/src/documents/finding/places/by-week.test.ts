import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { malaysianDate } from '#domain/time/dates.ts'
import { buildDocument } from '../../../../test/build.ts'
import { readingOf } from '../../../../test/plan.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { createArchive, plainly } from '../../reading/fixtures/archive.ts'
import { findIn } from '../find-in.ts'
import { UNFILTERED } from '../matching.ts'
import { orderBy } from '../orders/pages.ts'
import { toldOf } from '../told.ts'
import { ofWeeks } from './by-week.ts'
import { bear, isMarked, markedParts } from './marks.ts'
import { placesOf } from './places.ts'

test.each([
  ['INV', ['inv']],
  ['inv-12', ['-12', 'inv']],
  ['2023-', ['23-', '202']],
  ['000054321', ['0000', '0005', '321', '054']],
  ['0001', ['0001']],
  ['INV-0002000', ['0002', 'inv', 'v-0']],
  ['000', ['000']],
  ['0000', ['0000']],
  ['0000000000', ['0000000']],
  ['abcdefghijklmnopqrstuvw', ['uvw', 'rst', 'opq', 'lmn', 'ijk', 'fgh']],
  ['7-0000', ['0000', '7-0']],
  ['12', []],
  ['a1', ['a1']],
  ['Ü1', []],
  ['-', []],
  ['', []],
  ['é12', []],
  ['é1234', ['234']],
])('%s is looked for by the marks %j', (text, parts) => {
  expect(markedParts(text).toSorted()).toEqual(parts.toSorted())
})

test('whatever part of a number is looked for, the number bears its marks, in its week and in no other', async () => {
  const { db } = await createWorld()
  const letter = fc.constantFrom(...'00000012aAbÉé-/七 _%')
  const numbers = fc.string({ unit: letter, minLength: 2, maxLength: 50 })
  const cut = fc.tuple(fc.nat(50), fc.oneof(fc.constant(2), fc.nat(50)), fc.boolean())
  await fc.assert(
    fc.asyncProperty(numbers, cut, async (number, [from, length, is_loud]) => {
      const letters = [...number]
      const start = from % letters.length
      const cut_out = letters.slice(start, start + length).join('')
      const text = is_loud ? cut_out.toUpperCase() : cut_out
      if (!isMarked(text)) return
      const { rows } = await sql`SELECT week, number_marks(${number}, 1400) ${bear(text)} AS is_borne
        FROM generate_series(1400, 1401) AS week ORDER BY week`.execute(db)
      expect(rows).toEqual([
        { week: 1_400, is_borne: true },
        { week: 1_401, is_borne: false },
      ])
    }),
    { numRuns: 300, seed: 14 },
  )
})

const DOCUMENTS = 3_000

describe('numbers with a text', () => {
  let world: World

  beforeAll(async () => {
    world = await createArchive(DOCUMENTS)
    // What most numbers have is in the name of a buyer as well, whose documents are older.
    await sql`UPDATE documents SET buyer_name = 'Kedai 2026-'
      WHERE contract_number LIKE 'CT-1%'`.execute(world.db)
    await sql`VACUUM ANALYZE`.execute(world.db)
  })

  const found = async (by_date: 'asc' | 'desc' | undefined, text: string, limit: number) => {
    const { db, clock } = world
    const by = { db, caller: await world.callerOf('devi'), now: clock.now() }
    const filters = { ...UNFILTERED, invoice_number: text }
    const told = await toldOf(by, filters)
    const seeking = { ...by, filters, column: 'invoice_date', told, ...(by_date && { by_date }) }
    return sql<{ document_id: string; invoice_date: string }>`SELECT document_id, invoice_date
      FROM ${ofWeeks(seeking, text)} AS found LIMIT ${limit}`
  }
  const sorted = async (direction: 'asc' | 'desc', text: string) => {
    const { rows } = await sql<{ id: string }>`SELECT document_id AS id FROM document_orders
      WHERE invoice_number LIKE ${`%${text}%`}
      ORDER BY ${orderBy(['invoice_date', 'created_at', 'document_id'], direction)}`.execute(world.db)
    return rows.map(({ id }) => id)
  }

  it.each(['asc', 'desc'] as const)('come by date, %s', async (direction) => {
    for (const text of ['2025-', '0000', '2026-001']) {
      const { rows } = await (await found(direction, text, DOCUMENTS)).execute(world.db)
      const ids = await sorted(direction, text)
      expect(ids.length).toBeGreaterThan(0)
      expect(rows.map(({ document_id }) => document_id)).toEqual(ids)
    }
  })

  it.each(['asc', 'desc'] as const)('are a page before all of them are found, %s', async (sort_order) => {
    const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
    for (const asked of [{ invoice_number: '2026-' }, { search: '2026-' }]) {
      const filters = { ...UNFILTERED, ...asked }
      const told = await toldOf(by, filters)
      const seeking = { ...by, filters, told, column: 'invoice_date', by_date: sort_order }
      const place = placesOf(seeking).find(({ in_order }) => in_order)
      for (const page of ['1', '3']) {
        const wanted = { sort_order, page, page_size: '10' }
        const { ids } = await plainly(world, 'devi', { ...asked, ...wanted })
        expect(ids).toHaveLength(10)
        const limits = { limit: 30, first_come: true }
        const given = { sort_order, filters, offset: (Number(page) - 1) * 10, page_size: 10 }
        expect(place && (await findIn(place, by, given, limits))).toEqual({ n: Infinity, ids })
      }
    }
  })

  it('come in any order where none is wanted', async () => {
    const { rows } = await (await found(undefined, '2025-', DOCUMENTS)).execute(world.db)
    expect(rows.map(({ document_id }) => document_id).toSorted()).toEqual(
      (await sorted('asc', '2025-')).toSorted(),
    )
  })

  it('are read no further than somebody asks for them, by date', async () => {
    const all = (await sorted('desc', '2026-')).length
    const { read } = await readingOf(world.db, await found('desc', '2026-', 20), 'document_orders')
    expect(read).toBeLessThan(all / 5)
  })

  it('are looked for in few weeks beside a day of another century', async () => {
    const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
    const weeks = async (days: object) =>
      (await toldOf(by, { ...UNFILTERED, ...days, invoice_number: '7' })).weeks
    const before = await weeks({})
    const { id } = await buildDocument(world)
    await sql`UPDATE documents SET invoice_number = 'LAMA-7', invoice_date = '1926-11-22'
      WHERE id = ${id}`.execute(world.db)
    const after = await weeks({})
    expect(after.length - before.length).toBeGreaterThan(50)
    expect(after.length - before.length).toBeLessThan(55)
    expect(await weeks({ dateStart: '1926-11-22', dateEnd: '1926-11-28' })).toHaveLength(2)
    const { rows } = await (await found('desc', 'lama-7', 10)).execute(world.db)
    expect(rows.map(({ document_id }) => document_id)).toEqual([id])
  })

  it('are looked for in the week of a new document', async () => {
    const invoice_date = malaysianDate(world.clock.now())
    const { id } = await buildDocument(world, { invoice_date })
    await sql`UPDATE documents SET invoice_number = 'BAHARU-0000-1' WHERE id = ${id}`.execute(world.db)
    for (const text of ['baharu', 'haru-0000', '0000-1']) {
      const all = await (await found('desc', text, 10)).execute(world.db)
      expect(all.rows[0]?.document_id).toBe(id)
    }
  })
})
