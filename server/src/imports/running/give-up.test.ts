import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row, upload } from '../../../test/files.ts'
import { matched, readBack, work } from '../../../test/importing.ts'
import { createWorld } from '../../../test/world.ts'
import { on } from '../../documents/store/tables.ts'
import { SILENT_MS_MAX } from '../kept/move.ts'
import { giveUpImport } from './give-up.job.ts'

const world = await createWorld()
const { db } = world
let count = 0
const many = (length: number) => Array.from({ length }, () => `STUCK-${++count}`)
const QUANTITY = Object.keys(row('X')).indexOf('quantity')

/** The database refuses what the condition says of rows of a table, whenever they are written. */
const refuse = async (table: string, condition: string) => {
  await sql`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF ${sql.raw(condition)} THEN RAISE EXCEPTION 'refused each time'; END IF; RETURN NEW; END $$`.execute(db)
  await sql`CREATE TRIGGER refuses BEFORE INSERT OR UPDATE ON ${sql.table(table)}
    FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db)
}
const allow = () => sql`DROP FUNCTION IF EXISTS refuse() CASCADE`.execute(db)
afterEach(allow)

const stored = async (numbers: readonly string[]) =>
  (
    await on(db)
      .selectFrom('documents')
      .where('invoice_number', 'in', numbers)
      .select('invoice_number')
      .execute()
  ).length
const store = async (id: string) => {
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  return readBack(world, 'aminah', id)
}
const errorsOf = async (id: string): Promise<string> =>
  (await world.as('aminah').call(importSteps.errors, { params: { id } })).text

describe('a document that the database refuses each time', () => {
  const OURS = /Something went wrong on the server with this document\. It was not stored\./

  test('is bad alone where an import stores by itself, and is stored once it can be', async () => {
    const numbers = many(230)
    const poison = numbers[100] ?? ''
    await refuse('documents', `NEW.invoice_number = '${poison}'`)
    const { body } = await upload(world, 'aminah', csvOf(numbers.map((number) => row(number))))
    const id = body.import_id ?? ''
    await work(world, id)
    const done = await readBack(world, 'aminah', id)
    expect(done).toMatchObject({ state: 'done', counts: { stored: 229, bad: 1, pending: 0, good: 0 } })
    const errors = await errorsOf(id)
    expect([errors.split('\r\n').filter((line) => line !== '').length, errors]).toEqual([
      2,
      expect.stringMatching(OURS),
    ])
    await allow()
    const cells = [{ row: 102, column: QUANTITY, value: '7' }]
    await world.as('aminah').call(importSteps.correct, { params: { id }, body: { cells } })
    expect(await store(id)).toMatchObject({ state: 'done', counts: { stored: 230, bad: 0 } })
    expect(await stored(numbers)).toBe(230)
  })

  test('is bad alone where a person stores', async () => {
    const numbers = many(3)
    const { id } = await matched(world, 'aminah', csvOf(numbers.map((number) => row(number))))
    await refuse('documents', `NEW.invoice_number = '${numbers[1]}'`)
    expect(await store(id)).toMatchObject({ state: 'done', counts: { stored: 2, bad: 1, good: 0 } })
    expect(await errorsOf(id)).toMatch(OURS)
  })
})

describe('an import of which no run brings a batch to its end', () => {
  const GIVEN_UP =
    'The server could not go on with this file, though it was tried many times. Upload the rows that are left, or ' +
    'all of it again: what is stored is not stored twice.'
  const giveUp = (id: string) => giveUpImport(world, { import_id: id })

  test('fails while it is read: what is stored stays, what is left is a file, nothing is stored twice', async () => {
    const numbers = many(450)
    await refuse('imports', 'NEW.done_to > 250')
    const file = csvOf(numbers.map((number) => row(number)))
    const { body } = await upload(world, 'aminah', file)
    const id = body.import_id ?? ''
    await expect(work(world, id)).rejects.toThrow('refused each time')
    await giveUp(id)
    expect(await readBack(world, 'aminah', id), 'it has moved on a moment ago').toMatchObject({
      state: 'loading',
    })
    world.clock.advance(SILENT_MS_MAX)
    await expect(work(world, id)).rejects.toThrow('refused each time')
    await giveUp(id)
    const failed = await readBack(world, 'aminah', id)
    expect(failed).toMatchObject({ state: 'failed', fault: GIVEN_UP, rows_in_file: 450 })
    expect(failed.counts.stored).toBeGreaterThan(100)
    expect(await stored(numbers)).toBe(failed.counts.stored)
    const left = await errorsOf(id)
    const rows_left = left.split('\r\n').filter((line) => line !== '').length - 1
    expect(rows_left + failed.counts.stored).toBe(450)
    await allow()
    for (const again of [left, file]) {
      const { body } = await upload(world, 'aminah', again)
      await work(world, body.import_id ?? '')
      expect((await readBack(world, 'aminah', body.import_id ?? '')).counts).toMatchObject({
        bad: 0,
        pending: 0,
      })
      expect(await stored(numbers)).toBe(450)
    }
  })

  test('fails while it is stored, with all that it has not stored to be taken', async () => {
    const numbers = many(260)
    const rows = numbers.map((number, at) => row(number, at === 7 ? { quantity: 'none' } : {}))
    const { id } = await matched(world, 'aminah', csvOf(rows))
    await refuse('import_documents', 'NEW.document > 230')
    await expect(store(id)).rejects.toThrow('refused each time')
    world.clock.advance(SILENT_MS_MAX)
    await giveUp(id)
    const failed = await readBack(world, 'aminah', id)
    expect(failed).toMatchObject({ state: 'failed', fault: GIVEN_UP, counts: { bad: 1 } })
    const rows_left = (await errorsOf(id)).split('\r\n').filter((line) => line !== '').length - 1
    expect([await stored(numbers), rows_left]).toEqual([failed.counts.stored, 260 - failed.counts.stored])
    expect(failed.counts.stored).toBeGreaterThan(0)
  })

  test('is left alone where it has ended otherwise', async () => {
    const { id } = await matched(world, 'aminah', csvOf(many(2).map((number) => row(number))))
    world.clock.advance(SILENT_MS_MAX)
    await giveUp(id)
    expect(await readBack(world, 'aminah', id)).toMatchObject({ state: 'checked' })
    await giveUp('00000000-0000-4000-8000-000000000000')
  })
})

describe('an import in which all is stored already', () => {
  test('ends when that is found, with nothing left to do but to cancel it', async () => {
    const file = csvOf(many(2).map((number) => row(number)))
    await upload(world, 'aminah', file)
    expect(await matched(world, 'aminah', file)).toMatchObject({ state: 'done', counts: { already: 2 } })
  })

  test('ends when its last row is corrected to what is stored', async () => {
    const [one = '', other = ''] = many(2)
    await upload(world, 'aminah', csvOf([row(one), row(other)]))
    const { id, state } = await matched(world, 'aminah', csvOf([row(one), row(other, { quantity: 'ten' })]))
    expect(state).toBe('checked')
    const cells = [{ row: 3, column: QUANTITY, value: '10' }]
    const { body } = await world.as('aminah').call(importSteps.correct, { params: { id }, body: { cells } })
    expect(body.import).toMatchObject({ state: 'done', counts: { already: 2, bad: 0 } })
  })
})
