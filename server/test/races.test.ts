import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { on } from '../src/documents/store/tables.ts'
import { buildDocument, decide, documentOf, payload, submit } from './build.ts'
import type { Answer } from './client.ts'
import { ledgerOf } from './simulator.ts'
import { eventsOf } from './stored.ts'
import { createWorld } from './world.ts'

/**
 * Many at once: exactly one effect, and a clear 409 for the others. Approvals alone, and with edits, race in
 * approve.test.ts.
 */
const world = await createWorld({ simulator: true })
const CROWD = 100

const crowd = <T>(make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CROWD }, (_, at) => make(at)))

const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, (answer) => `${answer.status} ${answer.body.code ?? ''}`.trim())].map(
      ([key, same]) => [key, same.length],
    ),
  )

test('approvals and rejections, a hundred at once: the first decision stands', {
  timeout: 60_000,
}, async () => {
  const { id } = await buildDocument(world)
  const answers = await crowd((at) =>
    decide(
      world,
      at % 3 === 0 ? 'bakri' : 'devi',
      id,
      at % 2 === 0 ? { status: 'Approved' } : { status: 'Rejected', rejection_reason: 'No' },
    ),
  )
  expect(tally(answers)).toEqual({ 200: 1, '409 already_decided': CROWD - 1 })
  expect(await eventsOf(world, id)).toHaveLength(2)
})

test('edits of one revision, a hundred at once: one is stored', { timeout: 60_000 }, async () => {
  const before = await buildDocument(world, { status: 'Approval Rejected' })
  const answers = await crowd((at) =>
    submit(world, 'aminah', payload({ uuid: before.id, revision: 1, document_remarks: `Edit ${at}` })),
  )
  const stored = answers.filter((answer) => answer.body.UUIDs?.[0] === before.id)
  expect(stored).toHaveLength(1)
  const row = await documentOf(world, before.id)
  expect(row).toMatchObject({ status: 'Pending Approval', revision: 2, approved_hash: null })
  expect((await eventsOf(world, before.id)).filter((event) => event === 'edit')).toHaveLength(1)
})

test('cancellations, a hundred at once: one at the authority, one here', { timeout: 120_000 }, async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  const answers = await crowd(() =>
    world.as('devi').call(documents.cancel, { params: { uuid: row.id }, body: { reason: 'Wrong buyer' } }),
  )
  expect((await ledgerOf(world, row.invoice_number)).map((copy) => copy.status)).toEqual(['Cancelled'])
  expect((await eventsOf(world, row.id)).filter((event) => event === 'cancel')).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(CROWD - 1)
  for (const { body } of answers) expect([undefined, 'being_cancelled', 'wrong_status']).toContain(body.code)
})

test('documents that bring the same number, a hundred at once: one is stored', {
  timeout: 60_000,
}, async () => {
  const answers = await crowd(() =>
    submit(world, 'key', payload({ source: 'API', invoice_number: 'OWN-2026-1' })),
  )
  expect(tally(answers)).toEqual({ 200: 1, '409 number_taken': CROWD - 1 })
  const rows = await on(world.db)
    .selectFrom('documents')
    .where('invoice_number', '=', 'OWN-2026-1')
    .select('id')
    .execute()
  expect(rows).toHaveLength(1)
})
