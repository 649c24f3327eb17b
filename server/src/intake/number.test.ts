import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { buildDocument, decide, documentOf, payload, submit } from '../../test/build.ts'
import { holdOpen, untilWaiting } from '../../test/held-open.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld, type Who } from '../../test/world.ts'
import { createStore } from '../entities/records/create.ts'
import { inTransaction } from '../platform/db/database.ts'

const world = await createWorld()

const preview = (who: Who, invoice_type: string, store_code = 'KUL01') =>
  world.as(who).call(intake.number, { query: { invoice_type, store_code } })

const numberOf = async (...given: Parameters<typeof submit>) =>
  (await submit(...given)).body.Invoice_Numbers[0]

const sender_entity_id = world.company.entities.kinabalu

const addStore = (code: string, name: string) => {
  const store = { sender_entity_id, code, name }
  return inTransaction(world.db, (tx) => createStore(tx, store, world.clock.now()))
}

/** Where the company sends to from now on. */
const sendTo = (environment: 'simulator' | 'prod') =>
  sql`UPDATE sender_entities SET environment = ${environment} WHERE id = ${sender_entity_id}`.execute(
    world.db,
  )

test('the preview shows the next number and claims nothing', async () => {
  const before = await storedIn(world)
  expect(await preview('aminah', '01')).toMatchObject({ status: 200, body: { invoice_number: '01000001' } })
  expect(await preview('aminah', '01')).toMatchObject({ body: { invoice_number: '01000001' } })
  expect(await storedIn(world)).toEqual(before)
  expect(await numberOf(world, 'aminah', payload())).toBe('M-KUL0101000001')
  expect(await preview('aminah', '01')).toMatchObject({ body: { invoice_number: '01000002' } })
})

test('the preview refuses a foreign store, an unknown type and who may not create', async () => {
  expect(await preview('chong', '01')).toMatchObject({ status: 404 })
  expect(await preview('ezra', '01')).toMatchObject({ status: 404 })
  expect(await preview('aminah', '01', 'NONE1')).toMatchObject({ status: 404 })
  expect(await preview('aminah', 'zz')).toMatchObject({
    status: 400,
    body: { invoice_type: [expect.any(String)] },
  })
  expect(await preview('bakri', '01')).toMatchObject({ status: 403 })
})

test('where several companies have a department of this code, the number is of the one that is named', async () => {
  const numberAt = (sender_entity_code?: string) =>
    world.as('devi').call(intake.number, {
      query: { invoice_type: '01', store_code: 'BTU01', ...(sender_entity_code && { sender_entity_code }) },
    })
  const [kinabalu, selat] = ['1000000000000017', '1000000000000025']
  const { entities } = world.company
  for (const sender_entity_id of [entities.kinabalu, entities.selat]) {
    const store = { sender_entity_id, code: 'BTU01', name: 'Bintulu' }
    await inTransaction(world.db, (tx) => createStore(tx, store, world.clock.now()))
  }
  const first = payload({ sender_store_code: 'BTU01', sender_entity_code: kinabalu })
  expect(await numberOf(world, 'devi', first)).toBe('M-BTU0101000001')
  expect(await numberAt(kinabalu)).toMatchObject({ body: { invoice_number: '01000002' } })
  expect(await numberAt(selat)).toMatchObject({ body: { invoice_number: '01000001' } })
  // As when it is saved, whose it is cannot be guessed, and nothing tells a foreign company from none.
  expect(await numberAt()).toMatchObject({
    status: 400,
    body: { sender_entity_code: ['Please select Sender'] },
  })
  expect(await numberAt('1')).toMatchObject({
    status: 400,
    body: { sender_entity_code: ['This is none of your companies.'] },
  })
})

test('each store and each type counts for itself', async () => {
  expect(await numberOf(world, 'aminah', payload({ sender_store_code: 'PEN01' }))).toBe('M-PEN0101000001')
  expect(await numberOf(world, 'chong', payload({ sender_store_code: 'JHB01' }))).toBe('M-JHB0101000001')
})

test('trials take no numbers of production, and leave no gap there', async () => {
  await addStore('TRY01', 'Where much is tried')
  const make = async () => {
    const { body } = await submit(world, 'devi', payload({ sender_store_code: 'TRY01' }))
    return { number: body.Invoice_Numbers[0], id: String(body.UUIDs[0]) }
  }
  const tried = [await make(), await make()]
  await sendTo('prod')
  expect(await preview('devi', '01', 'TRY01')).toMatchObject({ body: { invoice_number: '01000001' } })
  const first = await make()
  await sendTo('simulator')
  const again = await make()
  await sendTo('prod')
  const numbers = [...tried, first, again].map(({ number }) => number)
  expect(numbers).toEqual([1, 2, 1, 3].map((nr) => `M-TRY010100000${nr}`))

  // One that goes along keeps its number, which is stepped over.
  await sql`UPDATE documents SET status = 'Approval Rejected' WHERE id = ${tried[1]?.id}`.execute(world.db)
  const along = payload({ uuid: tried[1]?.id, sender_store_code: 'TRY01' })
  expect(await numberOf(world, 'devi', along)).toBe('M-TRY0101000002')
  expect([(await make()).number, (await make()).number]).toEqual(['M-TRY0101000003', 'M-TRY0101000004'])
  await sendTo('simulator')
})

test('a trial whose number production has given meanwhile has the next one there, and everybody is told', async () => {
  await addStore('ALG01', 'Where a trial goes along')
  const make = () => submit(world, 'devi', payload({ sender_store_code: 'ALG01' }))
  const uuid = String((await make()).body.UUIDs[0])
  await sql`UPDATE documents SET status = 'Approval Rejected' WHERE id = ${uuid}`.execute(world.db)
  await sendTo('prod')
  expect((await make()).body.Invoice_Numbers).toEqual(['M-ALG0101000001'])

  const edit = payload({ uuid, sender_store_code: 'ALG01', invoice_number: 'M-ALG0101000001' })
  const answer = await submit(world, 'devi', edit)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      UUIDs: [uuid],
      Invoice_Numbers: ['M-ALG0101000002'],
      changes: [{ field: 'invoice_number', from: 'M-ALG0101000001', to: 'M-ALG0101000002' }],
    },
  })
  const row = await documentOf(world, uuid)
  expect(row).toMatchObject({
    ...{ environment: 'prod', status: 'Pending Approval', revision: 2, invoice_number: 'M-ALG0101000002' },
    content: { invoice_number: 'M-ALG0101000002' },
    status_message:
      'Another document has the number M-ALG0101000001 at LHDN (production): this one is M-ALG0101000002 now.',
  })
  expect((await make()).body.Invoice_Numbers, 'and no gap').toEqual(['M-ALG0101000003'])
  await sendTo('simulator')
})

test('what production numbered, or a file brought, has no other number in another environment', async () => {
  await addStore('STY01', 'Where numbers stay')
  const make = async (given = {}) => {
    const { body } = await submit(world, 'devi', payload({ sender_store_code: 'STY01', ...given }))
    await sql`UPDATE documents SET status = 'Approval Rejected' WHERE id = ${body.UUIDs[0]}`.execute(world.db)
    return String(body.UUIDs[0])
  }
  const brought = { source: 'ERP', invoice_number: 'M-STY0101000009' }
  const edit = (uuid: string, given = {}) =>
    submit(world, 'devi', payload({ uuid, sender_store_code: 'STY01', ...given }))
  const refused = { status: 409, body: { code: 'number_taken' } }

  await make()
  const trial = await make(brought)
  await sendTo('prod')
  const numbered = await make()
  await make(brought)
  expect(await edit(trial, brought)).toMatchObject(refused)
  await sendTo('simulator')
  expect(await edit(numbered)).toMatchObject(refused)
  expect(await documentOf(world, numbered)).toMatchObject({
    ...{ environment: 'prod', invoice_number: 'M-STY0101000001' },
  })
})

test('fifty documents saved at once, ten of them refused, leave no gap in the numbers', async () => {
  const calls = Array.from({ length: 60 }, (_, i) =>
    submit(
      world,
      'aminah',
      payload({ sender_store_code: 'PEN01', ...(i % 6 === 0 && { invoice_currency: 'ZZZ' }) }),
    ),
  )
  const answers = await Promise.all(calls)
  const numbers = answers.flatMap((answer) => answer.body.Invoice_Numbers as string[]).sort()
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => `M-PEN0101${String(i + 2).padStart(6, '0')}`))
})

test('a save that fails gives its number back', async () => {
  const before = await storedIn(world)
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`.execute(
    world.db,
  )
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON document_history EXECUTE FUNCTION refuse()`.execute(
    world.db,
  )
  const failed = await submit(world, 'aminah', payload())
  await sql`DROP TRIGGER refuse ON document_history`.execute(world.db)
  expect(failed).toMatchObject({ status: 503, body: { code: 'fault', status: 'Error' } })
  expect(failed.text).not.toContain('refuse')
  expect(await storedIn(world)).toEqual(before)
  expect(await numberOf(world, 'aminah', payload())).toBe('M-KUL0101000002')
})

test('a number of the series that a document brought itself is stepped over', async () => {
  const brought = payload({ source: 'ERP', invoice_number: 'M-KUL0101000003' })
  expect(await numberOf(world, 'aminah', brought)).toBe('M-KUL0101000003')
  expect(await numberOf(world, 'aminah', payload())).toBe('M-KUL0101000004')
})

test('a number that another document takes in that very moment is stepped over', async () => {
  const { id } = await buildDocument(world, { source: 'ERP', invoice_number: 'MEANWHILE-1' })
  const next = await preview('aminah', '01')
  expect(next).toMatchObject({ body: { invoice_number: '01000005' } })
  const taking = await holdOpen(world, (tx) =>
    sql`UPDATE documents SET invoice_number = 'M-KUL0101000005' WHERE id = ${id}`.execute(tx),
  )
  const number = numberOf(world, 'aminah', payload())
  await Promise.race([number, untilWaiting(world.db, () => 1)])
  await taking.commit()
  expect(await number).toBe('M-KUL0101000006')
})

test('the number of a withdrawn document is free for another that brings it', async () => {
  const { id } = await buildDocument(world, { source: 'ERP', invoice_number: 'FREE-1' })
  expect(await submit(world, 'aminah', payload({ source: 'ERP', invoice_number: 'FREE-1' }))).toMatchObject({
    status: 409,
  })
  await decide(world, 'aminah', id, { status: 'User Cancelled' })
  expect(await numberOf(world, 'aminah', payload({ source: 'ERP', invoice_number: 'FREE-1' }))).toBe('FREE-1')
})

test('the same number is free in another company', async () => {
  const brought = { source: 'ERP', invoice_number: 'BOTH-1' }
  expect(await numberOf(world, 'aminah', payload(brought))).toBe('BOTH-1')
  expect(await numberOf(world, 'chong', payload({ ...brought, sender_store_code: 'JHB01' }))).toBe('BOTH-1')
})

test('a series from before goes on where numbers of it were given, else where its company sends to', async () => {
  const folder = join(import.meta.dirname, '../../migrations')
  const name = (await readdir(folder)).find((one) => one.endsWith('-series-of-trials.sql'))
  const migration = await readFile(join(folder, String(name)), 'utf8')
  const rows = await inTransaction(world.db, async (tx) => {
    await sql`DELETE FROM number_counters`.execute(tx)
    await sql`ALTER TABLE number_counters DROP COLUMN environment,
      ADD PRIMARY KEY (store_code_id, invoice_type, sender_entity_id)`.execute(tx)
    // Of 01 trials and tax documents were made, of 03 none is left.
    await sql`INSERT INTO number_counters SELECT id, type, 7, sender_entity_id
      FROM store_codes, unnest(ARRAY['01', '03']) AS type WHERE code = 'TRY01'`.execute(tx)
    await sql.raw(migration).execute(tx)
    return (
      await sql`SELECT invoice_type, environment, last_count FROM number_counters ORDER BY 1, 2`.execute(tx)
    ).rows
  })
  expect(rows).toEqual([
    { invoice_type: '01', environment: 'prod', last_count: 7 },
    { invoice_type: '01', environment: 'simulator', last_count: 7 },
    { invoice_type: '03', environment: 'simulator', last_count: 7 },
  ])
})
