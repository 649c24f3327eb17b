import { expect, test } from 'vitest'
import { documents, RETRIED_AT_ONCE_MAX } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildBatch, buildDocument, documentOf } from '../../../test/build.ts'
import { forgetJobs, storedIn } from '../../../test/stored.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })

const retry = (who: Who, body: Record<string, unknown> = {}) =>
  world.as(who).call(documents.retryMany, { body })

/** What somebody else's test left failed is none of ours. */
const marked = (customer: string, status: Status = 'Submission Failed') =>
  buildDocument(world, { status, customer: { name: customer } })

/** As if LHDN had refused them. */
const fail = (ids: readonly string[]) =>
  on(world.db).updateTable('documents').set({ status: 'Submission Failed' }).where('id', 'in', ids).execute()

const historyOf = (id: string) =>
  on(world.db)
    .selectFrom('document_history')
    .where('document_id', '=', id)
    .where('event', '=', 'retry')
    .select(['actor_name', 'revision'])
    .execute()

test('what failed goes out again as it was approved, and nothing else does', async () => {
  const failed = [await marked('Kedai Ulang'), await marked('Kedai Ulang')]
  const others = [
    await marked('Kedai Ulang', 'OnHold'),
    await marked('Kedai Ulang', 'Invalid'),
    await marked('Kedai Lain'),
  ]
  await forgetJobs(world)
  expect(await retry('bakri', { buyer_name: 'kedai ulang' })).toMatchObject({
    status: 200,
    body: { retried: 2, next: null },
  })
  for (const before of failed) {
    const { revision, content_hash, approved_hash } = before
    expect(await documentOf(world, before.id)).toMatchObject({
      ...{ status: 'Approved', status_message: '' },
      ...{ revision, content_hash, approved_hash },
    })
    expect(await historyOf(before.id)).toEqual([{ actor_name: 'Bakri Hassan', revision }])
  }
  for (const before of others) expect(await documentOf(world, before.id)).toEqual(before)
  // One for the whole lane.
  expect(await storedIn(world)).toMatchObject({ jobs: 1 })
})

test('of one company alone, also by who sees all of them', async () => {
  const { id } = await marked('Kedai Syarikat')
  const ask = (sender_entity_code: string) =>
    retry('devi', { buyer_name: 'Kedai Syarikat', sender_entity_code })
  expect((await ask('1000000000000025')).body).toEqual({ retried: 0, next: null })
  expect(await documentOf(world, id)).toMatchObject({ status: 'Submission Failed' })
  expect((await ask('1000000000000017')).body).toEqual({ retried: 1, next: null })
})

test('ten times at once each goes out once', async () => {
  const { id } = await marked('Kedai Serentak')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => retry('bakri', { buyer_name: 'Kedai Serentak' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const retried = answers.map(({ body }) => (body as { retried: number }).retried)
  expect(retried.toSorted()).toEqual([...Array.from({ length: 9 }, () => 0), 1])
  expect(await historyOf(id)).toHaveLength(1)
})

test.each([
  ['aminah', 403],
  ['gita', 403],
  ['key', 403],
  ['nobody', 401],
] as const)('is not for %s: %i', async (who, status) => {
  const before = await marked('Kedai Tertutup')
  expect(await retry(who)).toMatchObject({ status })
  expect(await documentOf(world, before.id)).toEqual(before)
})

test.each(['chong', 'ezra'] as const)('of another’s documents none is meant by %s', async (who) => {
  const before = await marked('Kedai Asing')
  expect(await retry(who, { buyer_name: 'Kedai Asing' })).toMatchObject({
    status: 200,
    body: { retried: 0, next: null },
  })
  expect(await documentOf(world, before.id)).toEqual(before)
})

test.each([{ date_start: '2026-11-30' }, { status: 'Invalid' }, { buyer: 'Kedai' }])(
  'nothing goes out by a filter that is none: %j',
  async (body) => {
    const before = await marked('Kedai Tapis')
    expect(await retry('bakri', body)).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_fields',
        ...Object.fromEntries(Object.keys(body).map((name) => [name, [expect.any(String)]])),
      },
    })
    expect(await documentOf(world, before.id)).toEqual(before)
  },
)

test('together they go in one call again, whatever refused each of them alone', async () => {
  const failed = [await marked('Kedai Bersama'), await marked('Kedai Bersama'), await marked('Kedai Bersama')]
  const ids = failed.map(({ id }) => id)
  await on(world.db).updateTable('documents').set({ lane: 'bulk' }).where('id', 'in', ids).execute()
  world.clock.advance(1_000)
  expect(await retry('bakri', { buyer_name: 'Kedai Bersama' })).toMatchObject({ body: { retried: 3 } })
  const [first] = failed
  if (!first) throw new Error('There are three.')
  await sendApproved(world.engine, { ...first, lane: 'bulk' })
  const rows = await Promise.all(ids.map((id) => documentOf(world, id)))
  expect(rows.map(({ status }) => status)).toEqual(['Submitted', 'Submitted', 'Submitted'])
  expect(new Set(rows.map(({ submission_uid }) => submission_uid)).size).toBe(1)
})

test('an id that is none is named', async () => {
  expect(await retry('bakri', { after: 'nonsense' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_fields', after: ['Not a document id.'] },
  })
})

// The last one: what it leaves approved would be sent along with what others build.
test('whoever goes on comes to each once, also to one that has failed again', async () => {
  const customer = { name: 'Kedai Ramai' }
  const ids: string[] = []
  // No call takes more than a hundred.
  for (const size of [RETRIED_AT_ONCE_MAX / 2, RETRIED_AT_ONCE_MAX / 2, 5])
    ids.push(...(await buildBatch(world, size, { customer })).map(({ id }) => id))
  await fail(ids)
  const body = { buyer_name: customer.name }
  const first = await retry('bakri', body)
  expect(first).toMatchObject({ status: 200, body: { retried: RETRIED_AT_ONCE_MAX } })
  const { next } = first.body as { next: string }
  expect(next).toBe(ids.toSorted()[RETRIED_AT_ONCE_MAX - 1])
  await fail([next])
  expect(await retry('bakri', { ...body, after: next })).toMatchObject({ body: { retried: 5, next: null } })
  expect(await documentOf(world, next)).toMatchObject({ status: 'Submission Failed' })
})
