import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { begin, matched, readBack, work } from '../../test/importing.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'
import { on as onImports } from './kept/tables.ts'
import { IMPORT_KEPT_MS, tidyImports } from './running/tidy.job.ts'

const world = await createWorld()
let count = 0
const fresh = () => `INV-${++count}`

/** Documents of two lines each; those in `wrong` have a price that is no number. */
const fileOf = (numbers: readonly string[], wrong: ReadonlySet<string> = new Set()) =>
  csvOf(
    numbers.flatMap((number) => [
      row(number, wrong.has(number) ? { unit_price: 'twelve' } : {}),
      row(number, { item_description: 'Pen' }),
    ]),
  )
const many = (length: number) => Array.from({ length }, fresh)

const numbersStored = async (numbers: readonly string[]) => {
  const found = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', 'in', numbers)
    .select(['invoice_number', 'created_by', 'lane', 'status'])
    .orderBy('invoice_number')
    .execute()
  return found
}

describe('a file of more than 200 documents, at the door of programs', () => {
  test('is answered at once with its import, which stores the good ones and reports the bad ones', async () => {
    const numbers = many(230)
    const wrong = new Set(numbers.slice(7, 10))
    const before = await storedIn(world)
    const { status, body, headers } = await upload(world, 'aminah', fileOf(numbers, wrong))
    expect([status, body.status, body.Invoice_Numbers]).toEqual([202, 'Accepted', []])
    const id = body.import_id ?? ''
    expect(headers.location).toBe(importSteps.read.path.replace(':id', id))
    expect((await storedIn(world))?.documents).toBe(before?.documents)
    await work(world, id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({
      state: 'done',
      rows_in_file: 460,
      counts: {
        ...{ rows: 460, rows_bad: 3, documents: 230, pending: 0 },
        ...{ good: 0, bad: 3, stored: 227, dropped: 0, already: 0 },
      },
      finished_at: expect.any(String),
    })
    const stored = await numbersStored(numbers)
    expect(stored).toHaveLength(227)
    expect(stored.filter((one) => wrong.has(one.invoice_number))).toEqual([])
    expect(new Set(stored.map((one) => `${one.created_by} ${one.lane} ${one.status}`))).toEqual(
      new Set([`${world.company.users.aminah} bulk Pending Approval`]),
    )
  })

  test('is stored by none of it where it is only checked', async () => {
    const numbers = many(201)
    const { status, body } = await upload(world, 'key', fileOf(numbers), { check_only: true })
    expect(status).toBe(202)
    await work(world, body.import_id ?? '')
    expect(await readBack(world, 'key', body.import_id ?? '')).toMatchObject({
      state: 'done',
      check_only: true,
      counts: { good: 201, stored: 0, bad: 0 },
    })
    expect(await numbersStored(numbers)).toEqual([])
  })

  test('is the same import when it comes again, and a corrected one doubles nothing', async () => {
    const numbers = many(201)
    const wrong = new Set(numbers.slice(0, 1))
    const { body } = await upload(world, 'aminah', fileOf(numbers, wrong))
    const again = await upload(world, 'aminah', fileOf(numbers, wrong))
    expect([again.status, again.body.import_id]).toEqual([202, body.import_id])
    await work(world, body.import_id ?? '')
    const corrected = await upload(world, 'aminah', fileOf(numbers))
    expect(corrected.body.import_id).not.toBe(body.import_id)
    await work(world, corrected.body.import_id ?? '')
    expect(await readBack(world, 'aminah', corrected.body.import_id ?? '')).toMatchObject({
      state: 'done',
      counts: { stored: 1, already: 200, bad: 0 },
    })
    expect(await numbersStored(numbers)).toHaveLength(201)
  })

  test('that was only checked is checked anew when it comes again: what it is held against has changed', async () => {
    const numbers = many(201)
    const check = async () => {
      const { body } = await upload(world, 'aminah', fileOf(numbers), { check_only: true })
      const id = body.import_id ?? ''
      await work(world, id)
      const { state, counts } = await readBack(world, 'aminah', id)
      return { id, state, counts }
    }
    const first = await check()
    expect(first).toMatchObject({ state: 'done', counts: { rows: 402, good: 201, bad: 0 } })
    await upload(world, 'aminah', csvOf([row(numbers[0] ?? '', { quantity: '3' })]))
    expect(await check()).toMatchObject({
      id: first.id,
      state: 'done',
      counts: { rows: 402, good: 200, bad: 1 },
    })
  })

  test('keeps the order of its rows out of it: rows of a document may stand anywhere', async () => {
    const numbers = many(201)
    const lines = [...numbers.map((one) => row(one)), ...numbers.map((one) => row(one, { quantity: '2' }))]
    const { body } = await upload(world, 'aminah', csvOf(lines))
    await work(world, body.import_id ?? '')
    expect(await readBack(world, 'aminah', body.import_id ?? '')).toMatchObject({
      counts: { rows: 402, documents: 201, stored: 201 },
    })
    const found = await on(world.db)
      .selectFrom('documents')
      .where('invoice_number', '=', numbers[0] ?? '')
      .select('content')
      .executeTakeFirstOrThrow()
    expect(found.content.items.map(({ quantity }) => quantity)).toEqual(['10', '2'])
  })
})

test('a number that no index could hold is a fault of its document alone', async () => {
  const endless = randomBytes(4_000).toString('hex')
  const { state, counts } = await matched(world, 'aminah', csvOf([row(fresh()), row(endless), row(fresh())]))
  expect([state, counts]).toMatchObject(['checked', { documents: 3, good: 2, bad: 1 }])
})

describe('an import in steps', () => {
  test('says what its columns seem to be, waits until they are said, and stores nothing by itself', async () => {
    const number = fresh()
    const file = csvOf([row(number)])
      .replace('invoice_number', 'No Invois')
      .replace('quantity', 'Shelf')
    const { status, body } = await begin(world, 'aminah', file)
    expect([status, body.state, body.rows_in_file, body.missing]).toEqual([201, 'matching', 1, []])
    expect(
      body.columns.filter(({ heading }) => ['No Invois', 'Shelf', 'unit_price'].includes(heading)),
    ).toEqual([
      { heading: 'No Invois', samples: [number], field: 'invoice_number', match: 'guessed' },
      { heading: 'Shelf', samples: ['10'], field: null, match: 'none' },
      { heading: 'unit_price', samples: ['12.50'], field: 'unit_price', match: 'known' },
    ])
    const checked = await matched(world, 'aminah', file)
    expect(checked).toMatchObject({ id: body.id, state: 'checked', counts: { documents: 1, good: 1 } })
    expect(await numbersStored([number])).toEqual([])
  })

  test.each([39, 59])(
    'is read and judged where a cell would be cut inside the letter after %i',
    async (before) => {
      const long = `${'x'.repeat(before)}😀${'y'.repeat(60)}`
      const file = csvOf([row(fresh(), { item_description: long, quantity: long })])
      expect((await begin(world, 'aminah', file)).status).toBe(201)
      expect(await matched(world, 'aminah', file)).toMatchObject({ state: 'checked', counts: { bad: 1 } })
    },
  )

  test('leaves out a column without a heading where nobody said that it is one', async () => {
    const [head = '', ...lines] = csvOf([row(fresh()), row(fresh())])
      .trimEnd()
      .split('\r\n')
    const file = [`,${head}`, ...lines.map((line, at) => `${at + 1},${line}`)].join('\r\n')
    expect(await matched(world, 'aminah', file)).toMatchObject({
      state: 'checked',
      counts: { good: 2, bad: 0 },
    })
  })

  test('of which an earlier upload stored some may be matched again, and finds these again', async () => {
    const [taken, bad] = [fresh(), fresh()]
    const file = csvOf([row(taken), row(bad, { quantity: 'x' })])
    await upload(world, 'aminah', file)
    const { id, columns, counts } = await matched(world, 'aminah', file)
    expect(counts).toMatchObject({ already: 1, bad: 1 })
    const match = { columns: columns.map(({ field }) => field) }
    const again = await world.as('aminah').call(importSteps.match, { params: { id }, body: match })
    expect([again.status, again.body.state]).toEqual([200, 'loading'])
    await work(world, id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({
      state: 'checked',
      counts: { rows: 2, documents: 2, already: 1, bad: 1 },
    })
  })

  test('goes on after its run was over, row by row once', async () => {
    const numbers = many(900)
    const { body } = await begin(world, 'aminah', fileOf(numbers))
    const { id, columns } = body
    const match = { columns: columns.map(({ field }) => field) }
    await world.as('aminah').call(importSteps.match, { params: { id }, body: match })
    const { db, files, clock, log } = world
    const { runImport } = await import('./running/run.job.ts')
    let runs = 0
    for (; (await readBack(world, 'aminah', id)).state !== 'checked'; runs++) {
      await runImport({ db, files, clock, log }, { import_id: id }, { run_ms_max: 0 })
    }
    expect(runs).toBeGreaterThan(5)
    expect((await readBack(world, 'aminah', id)).counts).toMatchObject({
      rows: 1_800,
      documents: 900,
      good: 900,
    })
  })
})

test('an import of long ago is thrown away, and one whose job is lost gets another', async () => {
  const { db, clock } = world
  const [old, lost] = [await matched(world, 'ezra', csvOf([row(fresh())])), many(201)]
  const { body } = await upload(world, 'key', fileOf(lost))
  await sql`DELETE FROM pgboss.job`.execute(db)
  clock.advance(IMPORT_KEPT_MS / 2)
  await tidyImports(world)
  const { rows } = await sql<{
    data: object
  }>`SELECT data FROM pgboss.job WHERE name = 'imports.go-on'`.execute(db)
  expect(rows).toEqual([{ data: { import_id: body.import_id } }])
  clock.advance(IMPORT_KEPT_MS / 2 + 1_000)
  await tidyImports(world)
  expect((await world.as('ezra').call(importSteps.read, { params: { id: old.id } })).status).toBe(404)
  for (const table of ['import_rows', 'import_documents'] as const) {
    const left = await onImports(db).selectFrom(table).where('import_id', '=', old.id).selectAll().execute()
    expect(left).toEqual([])
  }
})

test('a superadmin’s file is judged and stored in whatever company its documents belong to', async () => {
  const { id, state, counts } = await matched(world, 'devi', fileOf(many(3)))
  expect([state, counts]).toMatchObject(['checked', { documents: 3, good: 3 }])
  await world.as('devi').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  expect(await readBack(world, 'devi', id)).toMatchObject({ state: 'done', counts: { stored: 3 } })
})
