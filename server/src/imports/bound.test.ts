import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importSteps } from '#contract/imports/steps.ts'
import { csvOf, row, upload } from '../../test/files.ts'
import { begin, matched, work } from '../../test/importing.ts'
import { createWorld } from '../../test/world.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { DOCUMENTS_PER_BATCH_MAX } from './kept/batch.ts'
import { UNFINISHED_MAX, UNFINISHED_OF_COMPANY_MAX } from './kept/bound.ts'
import { on } from './kept/tables.ts'
import { runImport } from './running/run.job.ts'
import { ENDED_KEPT_BYTES_MAX, ENDED_KEPT_MAX, tidyImports } from './running/tidy.job.ts'

const world = await createWorld()
const fileOf = (nr: number) => csvOf([row(`BOUND-${nr}`)])
const cancel = (id: string) => world.as('aminah').call(importSteps.cancel, { params: { id }, body: {} })

/** The same upload so many times more, each of a person of its own unless told, as what is given says. */
const copies = (id: string, count: number, given: Record<string, string | number>) =>
  sql`INSERT INTO imports SELECT copy.* FROM imports AS one, generate_series(1, ${count}::int) AS nr,
    LATERAL jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'maker_id', gen_random_uuid(),
      'file_hash', nr, 'file_key', 'copy-' || nr) || ${JSON.stringify(given)}::jsonb) AS copy
    WHERE one.id = ${id}`.execute(world.db)
const kept = async () =>
  (await on(world.db).selectFrom('imports').select(['id', 'file_key']).execute()).map(({ id }) => id)

test('a person has so many unfinished uploads, also when many come at once; one that ends makes room', async () => {
  const files = Array.from({ length: UNFINISHED_MAX + 5 }, (_, nr) => fileOf(nr))
  const answers = await Promise.all(files.map((file) => begin(world, 'aminah', file)))
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
  const refused = answers.filter(({ status }) => status !== 201)
  expect([made.length, refused.length]).toEqual([UNFINISHED_MAX, 5])
  for (const { status, body } of refused)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'imports_full',
      '50 of your uploads are not finished; no more fit. Store or cancel older ones first.',
    ])
  const files_kept = on(world.db).selectFrom('imports').select(['id', 'file_key'])
  expect(await files_kept.execute()).toHaveLength(UNFINISHED_MAX)
  const first = answers.findIndex(({ status }) => status === 201)
  const again = await begin(world, 'aminah', files[first] ?? '')
  expect([again.status, again.body.id]).toEqual([201, made[0]])
  expect((await begin(world, 'bakri', fileOf(0))).status).toBe(403)
  expect((await begin(world, 'devi', fileOf(0))).status).toBe(201)

  const many = csvOf(Array.from({ length: 201 }, (_, nr) => row(`MANY-${nr}`)))
  const waits = await upload(world, 'aminah', many)
  expect([waits.status, waits.body.code, waits.headers['retry-after']]).toEqual([429, 'too_many', '60'])
  const { file_key } = await files_kept.where('id', '=', made[0] ?? '').executeTakeFirstOrThrow()
  expect((await cancel(made[0] ?? '')).status).toBe(200)
  expect(await world.files.get(file_key)).toBeNull()
  expect((await upload(world, 'aminah', many)).status).toBe(202)
  expect(
    (await upload(world, 'aminah', fileOf(0))).status,
    'what is answered in the call is kept nowhere',
  ).toBe(200)
  for (const id of made.slice(1)) await cancel(id)
})

test('and so has a company', async () => {
  const { body } = await begin(world, 'aminah', fileOf(100))
  await copies(body.id, UNFINISHED_OF_COMPANY_MAX, {})
  const refused = await upload(world, 'key', csvOf(Array.from({ length: 201 }, (_, nr) => row(`KEY-${nr}`))))
  expect([refused.status, refused.body.detail]).toEqual([
    429,
    '200 uploads of this company are not finished; no more fit. Please try again in a minute.',
  ])
  expect((await begin(world, 'chong', fileOf(100))).status).toBe(201)
})

test('of those of one person that have ended the newest are kept', async () => {
  await sql`TRUNCATE imports`.execute(world.db)
  const old = (await begin(world, 'aminah', fileOf(200))).body.id
  await cancel(old)
  world.clock.advance(1)
  const fresh = (await begin(world, 'aminah', fileOf(201))).body.id
  await copies(fresh, ENDED_KEPT_MAX, { maker_id: world.company.users.aminah, state: 'done' })
  await tidyImports(world)
  const left = await kept()
  expect([left.length, left.includes(old), left.includes(fresh)]).toEqual([ENDED_KEPT_MAX + 1, false, true])
})

test.each<Record<string, number>>([
  { file_bytes: ENDED_KEPT_BYTES_MAX / 2 },
  { rows: ENDED_KEPT_BYTES_MAX / 2 / 500 },
])('and of these as many as take so much: %o', async (half) => {
  await sql`TRUNCATE imports`.execute(world.db)
  const made = async (nr: number) => {
    const { id } = (await begin(world, 'aminah', fileOf(nr))).body
    await cancel(id)
    world.clock.advance(1)
    return id
  }
  const [oldest, old] = [await made(210), await made(211)]
  const fresh = (await begin(world, 'aminah', fileOf(212))).body.id
  const ended = { maker_id: world.company.users.aminah, state: 'done' }
  await copies(fresh, 1, { ...ended, ...half, file_hash: 'one' })
  await tidyImports(world)
  expect(await kept()).toEqual(expect.arrayContaining([oldest, old, fresh]))
  world.clock.advance(1)
  const next = (await begin(world, 'aminah', fileOf(213))).body.id
  await copies(next, 1, { ...ended, ...half, file_hash: 'other' })
  await tidyImports(world)
  const left = await kept()
  expect([left.includes(oldest), left.includes(old), left.length]).toEqual([false, false, 4])
})

test('of a cancelled one only the rows are kept of which its file of errors is made', async () => {
  await sql`TRUNCATE imports, import_rows, import_documents, import_faults`.execute(world.db)
  const good = await matched(world, 'aminah', fileOf(220))
  const mixed = csvOf([row('BOUND-221'), row('BOUND-222', { quantity: 'x' })])
  const bad = await matched(world, 'aminah', mixed)
  const going = await matched(world, 'aminah', fileOf(223))
  for (const { id } of [good, bad]) await cancel(id)
  await tidyImports(world)
  const rowsOf = async ({ id }: { id: string }) =>
    (await on(world.db).selectFrom('import_rows').select('row').where('import_id', '=', id).execute()).length
  expect(await Promise.all([good, bad, going].map(rowsOf))).toEqual([0, 2, 1])
  expect(await kept()).toHaveLength(3)
  const { text } = await world.as('aminah').call(importSteps.errors, { params: { id: bad.id } })
  expect(text).toContain('BOUND-222')
  const read = await world.as('aminah').call(importSteps.read, { params: { id: good.id } })
  expect(read.body).toMatchObject({ state: 'cancelled', counts: { documents: 1, good: 1 } })
})

test('a cancelled one tells for as long as the others which of its documents are stored', async () => {
  await sql`TRUNCATE imports, import_rows, import_documents, import_faults`.execute(world.db)
  // One more than a batch has.
  const numbers = Array.from({ length: DOCUMENTS_PER_BATCH_MAX + 1 }, (_, nr) => `STORED-${nr}`)
  const half = await matched(world, 'aminah', csvOf(numbers.map((number) => row(number))))
  await world.as('aminah').call(importSteps.store, { params: { id: half.id }, body: {} })
  await runImport(world, { import_id: half.id }, { run_ms_max: -1 })
  const looked = await matched(world, 'aminah', csvOf([row('STORED-0'), row('BOUND-230')]))
  for (const { id } of [half, looked]) await cancel(id)
  await tidyImports(world)
  const statesOf = async (id: string, after: string | undefined) => {
    const query = { page_size: '200', ...(after && { after }) }
    const { body } = await world.as('aminah').call(importSteps.rows, { params: { id }, query })
    return body.results.map(({ invoice_number, document_state }) => [invoice_number, document_state])
  }
  expect(await statesOf(half.id, '200_200')).toEqual([
    ['STORED-199', 'stored'],
    ['STORED-200', 'good'],
  ])
  expect(await statesOf(looked.id, undefined)).toEqual([
    ['STORED-0', 'already'],
    ['BOUND-230', 'good'],
  ])
})

test('what a cancelled one, and one that stored by itself, no longer take throws away nothing older', async () => {
  await sql`TRUNCATE imports, import_rows, import_documents, import_faults`.execute(world.db)
  const old = await matched(world, 'aminah', fileOf(240))
  await sql`UPDATE imports SET state = 'done'`.execute(world.db)
  world.clock.advance(1)
  const { id: fresh } = (await begin(world, 'aminah', fileOf(241))).body
  await cancel(fresh)
  const large = { maker_id: world.company.users.aminah, file_bytes: ENDED_KEPT_BYTES_MAX }
  await copies(fresh, 2, { ...large, rows: 1_000_000, documents: 1_000_000, good: 1_000_000 })
  const stored = { state: 'done', unattended: 'true', in_order: 'true', file_bytes: 1, stored: 1_000 }
  await copies(fresh, 40, { ...large, ...stored, rows: 1_000_000, documents: 1_000 })
  await tidyImports(world)
  expect(await kept()).toContain(old.id)
  await sql`UPDATE imports SET stored = 0, bad = 1000 WHERE unattended`.execute(world.db)
  await tidyImports(world)
  expect(await kept(), 'rows of bad ones are there').not.toContain(old.id)
})

test('an upload that is sent again while others are thrown away goes on', async () => {
  await sql`TRUNCATE imports`.execute(world.db)
  const files = [fileOf(300), fileOf(301)]
  for (const file of files) {
    const { id } = await matched(world, 'aminah', file)
    await world.as('aminah').call(importSteps.store, { params: { id }, body: {} })
    await work(world, id)
  }
  const { rows: old } = await sql<{ id: string; file_key: string; file_hash: string }>`
    UPDATE imports SET modified_at = modified_at - interval '31 days' RETURNING id, file_key, file_hash`.execute(
    world.db,
  )
  const again: string[] = []
  /** As the first of the two goes, the other one is sent again. */
  const remove = async (file_key: string) => {
    const gone = old.find((one) => one.file_key === file_key)
    const other = files.find((file) => sha256Hex(file) !== gone?.file_hash) ?? ''
    if (again.length === 0) again.push((await begin(world, 'aminah', other)).body.id)
    await world.files.remove(file_key)
  }
  await tidyImports({ ...world, files: { ...world.files, remove } })
  expect(old.map(({ id }) => id)).toEqual(expect.arrayContaining(again))
  expect(await kept()).toEqual(again)
  const left = files.find((file) =>
    old.some(({ id, file_hash }) => again.includes(id) && file_hash === sha256Hex(file)),
  )
  expect(await matched(world, 'aminah', left ?? '')).toMatchObject({ id: again[0], counts: { already: 1 } })
})
