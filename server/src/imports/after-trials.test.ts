import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { buildDocument, documentOf, payload, submit } from '../../test/build.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { matched, readBack, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { on } from '../documents/store/tables.ts'

/** Trials are no tax documents: what was tried under a number is sent under it once the company is in production. */
const world = await createWorld()
const { kinabalu } = world.company.entities
let count = 0
const fresh = () => `TRIED-${++count}`

const moveTo = (environment: 'preprod' | 'prod') =>
  sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${kinabalu}`.execute(world.db)

const become = (status: 'Validated' | 'Submitted' | 'Approval Rejected', ids: readonly string[]) =>
  sql`UPDATE documents SET status = ${status} WHERE id = ANY(${[...ids]}::uuid[])`.execute(world.db)

const madeUnder = (number: string) =>
  on(world.db)
    .selectFrom('documents')
    .where('invoice_number', '=', number)
    .orderBy('environment')
    .select(['environment', 'status'])
    .execute()

const BOTH = [
  { environment: 'preprod', status: 'Validated' },
  { environment: 'prod', status: 'Pending Approval' },
]

beforeEach(() => moveTo('preprod'))

test('a file that was tried makes tax documents when it comes again, once', async () => {
  const [a, b] = [fresh(), fresh()]
  const file = csvOf([row(a), row(b)])
  const tried = await upload(world, 'aminah', file)
  await become('Validated', tried.body.UUIDs)
  await moveTo('prod')
  const { body } = await upload(world, 'aminah', file)
  expect(body).toMatchObject({ status: 'Success', Invoice_Numbers: [a, b], errors: [] })
  expect(body.already_taken).toBeUndefined()
  expect((await upload(world, 'aminah', file)).body.already_taken).toEqual([a, b])
  expect(await madeUnder(a)).toEqual(BOTH)
})

test('so it does in steps', async () => {
  const number = fresh()
  const file = csvOf([row(number)])
  await become('Validated', (await upload(world, 'aminah', file)).body.UUIDs)
  await moveTo('prod')
  const { id, counts } = await matched(world, 'aminah', file)
  expect(counts).toMatchObject({ good: 1, already: 0 })
  await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
  await work(world, id)
  expect(await readBack(world, 'aminah', id)).toMatchObject({ state: 'done', counts: { stored: 1 } })
  expect(await madeUnder(number)).toEqual(BOTH)
})

test('whoever else sends the number makes the tax document of it as well', async () => {
  const number = fresh()
  await become('Submitted', (await upload(world, 'aminah', csvOf([row(number)]))).body.UUIDs)
  await moveTo('prod')
  const erp = payload({ uuid: null, source: 'ERP', invoice_number: number })
  expect((await submit(world, 'devi', erp)).body.Invoice_Numbers).toEqual([number])
  expect((await submit(world, 'devi', erp)).status).toBe(409)
})

test('a trial that came back is no document of the number that is sent anew', async () => {
  const number = fresh()
  const [id = ''] = (await upload(world, 'aminah', csvOf([row(number)]))).body.UUIDs
  await become('Approval Rejected', [id])
  await moveTo('prod')
  const { body } = await upload(world, 'aminah', csvOf([row(number, { invoice_date: '2026-07-14' })]))
  expect([body.Invoice_Numbers, body.UUIDs.includes(id)]).toEqual([[number], false])
  expect(await documentOf(world, id)).toMatchObject({ environment: 'preprod', revision: 1 })
})

test('a trial cannot become a second tax document of its number', async () => {
  const number = fresh()
  const [id = ''] = (await upload(world, 'aminah', csvOf([row(number)]))).body.UUIDs
  await become('Approval Rejected', [id])
  await moveTo('prod')
  await buildDocument(world, { who: 'devi', source: 'ERP', invoice_number: number })
  const edit = payload({ uuid: id, source: 'ERP', invoice_number: number })
  expect(await submit(world, 'aminah', edit)).toMatchObject({ status: 409, body: { code: 'number_taken' } })
  expect(await documentOf(world, id)).toMatchObject({ environment: 'preprod', revision: 1 })
})
