import { describe, expect, test } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { documents } from '#contract/documents.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { buildDocument, documentOf, line, payload, submit } from '../../../test/build.ts'
import type { Answer } from '../../../test/client.ts'
import { holdOpen, untilWaiting } from '../../../test/held-open.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { removeDemo } from '../../demo/remove.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { type DocumentRow, lockDocument, lockMany } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { keepToOriginals, type Saving } from './credit-limit.ts'

/** Whoever holds several documents takes them in one order: nobody waits for who waits for them (40P01, 503). */
const world = await createWorld({ simulator: true })
const devi = await world.callerOf('devi')

const put = (rows: readonly DocumentRow[], status: Status) =>
  on(world.db)
    .updateTable('documents')
    .set({ status })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()

const small = { items: [line({ quantity: '1', unit_price: '1', tax_type: '06', tax_rate: '0' })] }

const noteOf = ({ invoice_number, content }: DocumentRow) => ({
  ...{ invoice_type: '02', original_inv_number: invoice_number, original_inv_ref_number: 'NA' },
  ...{ sender_store_code: content.sender_store_code, customer: { name: content.customer.name }, ...small },
})

/** A document and a note of it that many take after it. */
const pairOf = async (customer: string, who: Who = 'aminah', sender_store_code = 'KUL01') => {
  const original = await buildDocument(world, { who, sender_store_code, customer: { name: customer } })
  for (;;) {
    const note = await buildDocument(world, { who, ...noteOf(original) })
    if (note.id > original.id) return { original, note }
    await put([note], 'User Cancelled')
  }
}

const edit = ({ id }: DocumentRow, original: DocumentRow, remarks = 'Corrected') =>
  submit(world, 'aminah', payload({ ...noteOf(original), uuid: id, document_remarks: remarks }))

const retryAll = (customer: string) =>
  world.as('bakri').call(documents.retryMany, { body: { buyer_name: customer } })

const approve = (rows: readonly DocumentRow[]) =>
  world.as('bakri').call(approvals.approve, {
    body: { documents: rows.map(({ id: uuid, revision }) => ({ uuid, revision })) },
  })

const hold = (uuid: string) =>
  world.as('devi').call(documents.hold, { params: { uuid }, body: { reason: 'Wait for the customer.' } })

/** Both in the midst of it: one waits for the document that is held, the other one behind it. */
const atOnce = async (
  held: DocumentRow,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<Answer[]> => {
  const open = await holdOpen(world, (tx) => lockDocument(tx, devi, held.id))
  const waiting = [first()]
  await untilWaiting(world.db, () => 1)
  waiting.push(second())
  await untilWaiting(world.db, () => 2)
  await open.commit()
  return (await Promise.all(waiting)) as Answer[] // of the calls above
}

describe('a note is edited while many documents are taken, its original among them', () => {
  test('to be sent again', async () => {
    const { original, note } = await pairOf('Kedai Ulang')
    await put([original, note], 'Submission Failed')
    const again = () => retryAll('Kedai Ulang')
    const [edited, retried] = await atOnce(note, () => edit(note, original), again)
    expect(edited?.status, edited?.text).toBe(200)
    expect(retried?.body, retried?.text).toEqual({ retried: 1, next: null })
    expect((await documentOf(world, original.id)).status).toBe('Approved')
    expect(await documentOf(world, note.id)).toMatchObject({ status: 'Pending Approval', revision: 2 })
  })

  test('to be approved', async () => {
    const { original, note } = await pairOf('Kedai Lulus')
    await put([note], 'Approval Rejected')
    const all = () => approve([original, note])
    const [edited, approved] = await atOnce(note, () => edit(note, original), all)
    expect(edited?.status, edited?.text).toBe(200)
    expect(approved?.body.results, approved?.text).toMatchObject([
      { uuid: original.id, result: 'approved' },
      { uuid: note.id, result: 'refused' },
    ])
  })
})

/** A document of each of two companies; that of the later company has the lower id. */
const crosswise = async () => {
  for (;;) {
    const ours = await buildDocument(world, {})
    const foods = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })
    const [first, then] = ours.sender_entity_id < foods.sender_entity_id ? [ours, foods] : [foods, ours]
    if (then.id < first.id) return { higher: first, lower: then }
  }
}

test('notes of two companies are saved while documents of both are taken', async () => {
  const { higher, lower } = await crosswise()
  const saving = [savingOf(higher), savingOf(lower)]
  const outcomes = await atOnce(
    higher,
    () => inTransaction(world.db, (tx) => keepToOriginals(tx, devi, saving)).then(() => 'saved'),
    () =>
      inTransaction(world.db, (tx) => lockMany(tx, devi, [higher.id, lower.id])).then((held) => held.length),
  )
  expect(outcomes).toEqual(['saved', 2])
})

test('the demo is to be removed while documents of both its companies are taken', async () => {
  if (devi.kind !== 'user') throw new Error('Devi is a person.')
  const { higher, lower } = await crosswise()
  const by = { db: world.db, caller: devi, now: world.clock.now() }
  const outcomes = await atOnce(
    higher,
    () =>
      inTransaction(world.db, (tx) => lockMany(tx, devi, [higher.id, lower.id])).then((held) => held.length),
    // It holds all of the demo before it looks at what was made beside it.
    () => removeDemo(by, { confirmation: 'No' }).catch((error: Error) => error),
  )
  expect(outcomes).toMatchObject([2, { problem: { kind: 'conflict', code: 'demo_stays' } }])
})

/** A note of this document that is about to be saved. */
const savingOf = (of: DocumentRow): Saving => ({
  ...{ sender_entity_id: of.sender_entity_id, store_code_id: of.store_code_id, environment: of.environment },
  content: {
    ...of.content,
    ...{ invoice_type: '03', original_inv_number: of.invoice_number, original_inv_ref_number: 'NA' },
  },
})

test('edits, approvals, retries, holds and releases of the same notes, many times at once', {
  timeout: 120_000,
}, async () => {
  const customer = 'Kedai Sesak'
  const pairs = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const original = await buildDocument(world, { customer: { name: customer } })
      return { original, note: await buildDocument(world, noteOf(original)) }
    }),
  )
  const all = pairs.flatMap(({ original, note }) => [original, note])
  const statuses: number[] = []
  for (let round = 0; round < 15; round++) {
    await put(all, round % 3 === 0 ? 'OnHold' : 'Submission Failed')
    const answers = await Promise.all([
      ...pairs.map(({ original, note }) => edit(note, original, `Edit ${round}`)),
      ...Array.from({ length: 4 }, () => retryAll(customer)),
      approve(all.toReversed()),
      ...all.map(({ id: uuid }) => world.as('devi').call(documents.release, { params: { uuid } })),
      ...all.map(({ id: uuid }) => hold(uuid)),
    ])
    for (const { status, text } of answers) expect(status, text).not.toBe(503)
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses).toContain(200)
})
