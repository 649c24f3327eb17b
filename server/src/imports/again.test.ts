import { Readable } from 'node:stream'
import { type KyselyPlugin, type QueryId, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { decide, documentOf, payload, submit } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { begin, matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on as onDocuments } from '../documents/store/tables.ts'
import { beginImport } from './begin.ts'
import { on } from './kept/tables.ts'

const world = await createWorld()
let count = 0
const fresh = () => `AGAIN-${++count}`
const many = (length: number) => Array.from({ length }, fresh)

const documentsOf = (numbers: readonly string[]) =>
  onDocuments(world.db)
    .selectFrom('documents')
    .where('invoice_number', 'in', numbers)
    .select(['id', 'invoice_number', 'status'])
    .orderBy('status')
    .execute()

const takeBack = async (number: string) => {
  const [found] = await documentsOf([number])
  await decide(world, 'aminah', found?.id ?? '', { status: 'User Cancelled' })
}

test('a large file stores what was taken back, and nothing twice', async () => {
  const numbers = many(202)
  const [bad = '', back = ''] = numbers
  const file = csvOf(numbers.map((number) => row(number, number === bad ? { unit_price: 'twelve' } : {})))
  const sent = async () => {
    const { body } = await upload(world, 'aminah', file)
    const id = body.import_id ?? ''
    await work(world, id)
    return readBack(world, 'aminah', id)
  }
  const first = await sent()
  expect(first).toMatchObject({ state: 'done', counts: { stored: 201, bad: 1 } })
  await takeBack(back)
  expect(await sent()).toMatchObject({
    ...{ id: first.id, state: 'done' },
    counts: { stored: 1, already: 200, bad: 1 },
  })
  expect(await documentsOf(numbers)).toHaveLength(202)
  expect((await documentsOf([back])).map(({ status }) => status)).toEqual([
    'Pending Approval',
    'User Cancelled',
  ])
})

test('what somebody stored is known again when they are called otherwise by then', async () => {
  const numbers = many(2)
  const file = csvOf(numbers.map((number) => row(number)))
  expect((await upload(world, 'aminah', file)).body.Invoice_Numbers).toEqual(numbers)
  await sql`UPDATE users SET last_name = 'binti Yusof' WHERE id = ${world.company.users.aminah}`.execute(
    world.db,
  )
  expect((await upload(world, 'aminah', file)).body).toMatchObject({ already_taken: numbers, errors: [] })
  expect(await documentsOf(numbers)).toHaveLength(2)
})

test('undoes no correction that was made in the form since, whatever became of it', async () => {
  const numbers = many(2)
  const [number = '', never = ''] = numbers
  const file = csvOf(numbers.map((one) => row(one, one === never ? { quantity: 'x' } : {})))
  const { body } = await upload(world, 'aminah', file)
  const uuid = body.UUIDs[0] ?? ''
  const reject = () => decide(world, 'bakri', uuid, { status: 'Rejected', rejection_reason: 'Wrong' })
  await reject()
  const { invoice_date } = await documentOf(world, uuid)
  const edit = payload({
    uuid,
    source: 'CSV',
    invoice_number: number,
    invoice_date,
    document_remarks: 'Corrected',
  })
  expect((await submit(world, 'aminah', edit)).status).toBe(200)
  await reject()
  const mended = csvOf(numbers.map((one) => row(one)))
  const checked = await upload(world, 'aminah', mended, { check_only: true })
  expect(checked.body).toMatchObject({ Invoice_Numbers: numbers, already_taken: [number] })
  expect((await upload(world, 'aminah', mended)).body).toMatchObject({ already_taken: [number], errors: [] })
  expect(await documentOf(world, uuid)).toMatchObject({
    ...{ status: 'Approval Rejected', revision: 2 },
    content: { document_remarks: 'Corrected' },
  })
})

describe('a file that a person begins once more', () => {
  const stored = async (content: string) => {
    const { id } = await matched(world, 'aminah', content)
    await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
    await work(world, id)
    return readBack(world, 'aminah', id)
  }

  test('is matched and checked anew: what was taken back can be stored again', async () => {
    const numbers = many(3)
    const file = csvOf(numbers.map((number) => row(number)))
    const { id, state } = await stored(file)
    expect(state).toBe('done')
    await takeBack(numbers[0] ?? '')
    expect((await begin(world, 'aminah', file)).body).toMatchObject({ id, state: 'matching' })
    expect(await matched(world, 'aminah', file)).toMatchObject({
      ...{ id, state: 'checked' },
      counts: { good: 1, already: 2, stored: 0 },
    })
  })

  test('stays where it is while somebody mends what is left of it', async () => {
    const file = csvOf([row(fresh()), row(fresh(), { unit_price: 'twelve', quantity: 'ten' })])
    const { id, columns } = await stored(file)
    const column = columns.findIndex(({ field }) => field === 'quantity')
    const body = { cells: [{ row: 3, column, value: '10' }] }
    expect((await world.as('aminah').call(importSteps.correct, { params: { id }, body })).status).toBe(200)
    expect((await begin(world, 'aminah', file)).body).toMatchObject({
      ...{ id, state: 'done' },
      counts: { stored: 1, bad: 1 },
    })
    const other = {
      cells: [{ row: 3, column: columns.findIndex(({ field }) => field === 'unit_price'), value: '12' }],
    }
    expect((await world.as('aminah').call(importSteps.correct, { params: { id }, body: other })).status).toBe(
      200,
    )
    const mended = { id, state: 'done', counts: { stored: 1, bad: 0, good: 1 } }
    expect(await readBack(world, 'aminah', id)).toMatchObject(mended)
    expect((await begin(world, 'aminah', file)).body).toMatchObject(mended)
  })
})

test('a file whose import is cancelled while it comes again is another import', async () => {
  const file = csvOf([row(fresh())])
  const { id } = (await begin(world, 'aminah', file)).body
  let inserting: QueryId | undefined
  /** Cancels the first import between the refused insert and the look for what stood in its way. */
  const cancelling: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'InsertQueryNode') inserting ??= queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId === inserting)
        await on(world.db).updateTable('imports').set({ state: 'cancelled' }).where('id', '=', id).execute()
      return result
    },
  }
  const { db, files, clock } = world
  const caller = await world.callerOf('aminah')
  const by = { db: db.withPlugin(cancelling), files, caller, recheck: async () => caller, now: clock.now() }
  const input = { name: 'lines.csv', sender_entity_code: '', check_only: false }
  const made = await beginImport(by, { ...input, content: Readable.from([Buffer.from(file)]) })
  expect(made).toMatchObject({ state: 'matching', file_name: 'lines.csv' })
  expect(made.id).not.toBe(id)
})
