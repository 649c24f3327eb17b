import { expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { documents } from '#contract/documents.ts'
import { foldChanges } from '../src/documents/counting/fold.job.ts'
import { recount } from '../src/documents/counting/recount.job.ts'
import { buildDocument, payload, submit } from './build.ts'
import { testDatabase } from './database.ts'
import { csvOf, row, upload } from './files.ts'
import { createWorld } from './world.ts'

// The product on the keys that many machines need, which each contain the company (deploy/citus/keys.sql).
const world = await createWorld({ simulator: true, database: await testDatabase({ on_keys: true }) })

const listed = async () => (await world.as('devi').call(documents.list, { query: {} })).body

it('a document goes its whole way', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  const cancelled = await world
    .as('devi')
    .call(documents.cancel, { params: { uuid: id }, body: { reason: 'Wrong buyer' } })
  expect(cancelled.body).toMatchObject({ status: 'User Cancelled' })
  const shown = (await world.as('devi').call(documents.get, { params: { uuid: id } })).body
  expect(shown).toMatchObject({ status: 'User Cancelled' })
})

it('a lost answer, a refusal and a rejection end as always', async () => {
  for (const status of ['Outcome Unknown', 'Invalid', 'Approval Rejected', 'OnHold'] as const)
    expect(await buildDocument(world, { status })).toMatchObject({ status })
})

it('numbers run on, and one that is taken is refused by its name', async () => {
  const first = await buildDocument(world)
  const second = await buildDocument(world)
  expect(Number(second.invoice_number.slice(-6))).toBe(Number(first.invoice_number.slice(-6)) + 1)
  const taken = payload({ source: 'ERP', invoice_number: 'TAKEN-1' })
  await submit(world, 'aminah', taken)
  const again = await submit(world, 'aminah', { ...taken, uuid: null })
  expect(again.text).toContain('TAKEN-1 is already in use')
})

it('a file is imported, and lists and figures tell of it', async () => {
  const before = (await listed()).count ?? 0
  const answer = await upload(world, 'aminah', csvOf([row('KEYS-1'), row('KEYS-2')]))
  expect(answer.body).toMatchObject({ status: 'Success', Invoice_Numbers: ['KEYS-1', 'KEYS-2'] })
  await foldChanges(world.engine)
  await recount(world)
  expect((await listed()).count).toBe(before + 2)
  const counts = (await world.as('bakri').call(dashboard.counts, {})).body
  expect(counts.this_year_pending_approval_count).toBeGreaterThan(0)
})
