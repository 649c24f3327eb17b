import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row } from '../../test/files.ts'
import { begin, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

/** A file as a program of the sender writes it, whose shelf is the quantity. */
const fileOf = (number: string, quantity: string) =>
  csvOf([row(number, { quantity })]).replace('quantity', 'Shelf')

const columnsOf = async (file: string) => {
  const { body } = await begin(world, 'aminah', file)
  return { id: body.id, columns: body.columns.map(({ heading, field, match }) => [heading, field, match]) }
}

const match = async (id: string, fields: (string | null)[]) => {
  const body = { columns: fields, remember: true }
  const { status } = await world.as('aminah').call(importSteps.match, { params: { id }, body })
  expect(status).toBe(200)
  await work(world, id)
}

const shelfIsQuantity = (columns: unknown[][]) =>
  columns.map(([heading, field]) => (heading === 'Shelf' ? 'quantity' : (field as string | null)))

const ERRORS = [
  ['row', null, 'none'],
  ['error', null, 'none'],
]

test('a file of errors is matched as the file was from which it came', async () => {
  const first = await columnsOf(fileOf('COL-1', 'ten'))
  await match(first.id, shelfIsQuantity(first.columns))
  const { text } = await world.as('aminah').call(importSteps.errors, { params: { id: first.id } })
  const again = await columnsOf(text)
  expect(again.columns).toContainEqual(['Shelf', 'quantity', 'remembered'])
  expect(again.columns.slice(-2)).toEqual(ERRORS)
})

test('and what is said of its columns is remembered of the file without its errors', async () => {
  const file = csvOf([{ ...row('COL-2'), row: '2', error: '' }]).replace('quantity', 'Rack')
  const first = await columnsOf(file)
  expect(first.columns).toContainEqual(['Rack', null, 'none'])
  await match(
    first.id,
    first.columns.map(([heading, field]) => (heading === 'Rack' ? 'quantity' : (field as string | null))),
  )
  const without = await columnsOf(csvOf([row('COL-3')]).replace('quantity', 'Rack'))
  expect(without.columns).toContainEqual(['Rack', 'quantity', 'remembered'])
})

test('a company that its sender has lost meanwhile remembers nothing of what they say', async () => {
  const { db, company } = world
  const headings = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM import_columns`.execute(db)
    return rows[0]?.n
  }
  const [file, before] = [fileOf('COL-4', '10').replace('Shelf', 'Bay'), await headings()]
  const first = await columnsOf(file)
  expect(first.columns).toContainEqual(['Bay', null, 'none'])
  const { rows: assigned } = await sql<{ store_code_id: string }>`
    DELETE FROM user_store_codes WHERE user_id = ${company.users.aminah} RETURNING store_code_id`.execute(db)
  await match(
    first.id,
    first.columns.map(([heading, field]) => (heading === 'Bay' ? 'quantity' : (field as string | null))),
  )
  expect(await headings()).toBe(before)
  for (const { store_code_id } of assigned)
    await sql`INSERT INTO user_store_codes (user_id, store_code_id)
      VALUES (${company.users.aminah}, ${store_code_id})`.execute(db)
  await match(
    first.id,
    first.columns.map(([heading, field]) => (heading === 'Bay' ? 'quantity' : (field as string | null))),
  )
  expect(await headings()).toBe(Number(before) + 1)
})
