import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { on } from '../store/tables.ts'

const EDITABLE = 'Submission Failed or Invalid or Approval Rejected'

const world = await createWorld()

const rejected = await buildDocument(world, { status: 'Approval Rejected' })
world.clock.advance(1_000)
const waiting = await buildDocument(world)
world.clock.advance(1_000)
const approved = await buildDocument(world, { status: 'Approved', sender_store_code: 'PEN01' })
await buildDocument(world, { source: 'ERP', invoice_number: 'ERP-1' })
const foreign = await buildDocument(world, { who: 'chong', sender_store_code: 'JHB01' })

const previous = (who: Who, query: object = {}) => world.as(who).callWrongly(documents.previous, { query })

test('what was made on the screens is listed, last changed first, with what may be done', async () => {
  const { status, body } = await previous('aminah')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 3,
    results: [
      { uuid: approved.id, status: 'Approved', approved_by: { email: 'bakri@lulus.example' } },
      {
        uuid: waiting.id,
        document_type: 'Invoice',
        approved_by: null,
        may_edit: {
          ok: false,
          why: `Only possible while the document is ${EDITABLE}; it is Pending Approval.`,
        },
        may_withdraw: { ok: true },
      },
      {
        uuid: rejected.id,
        status: 'Approval Rejected',
        status_message: 'Wrong buyer',
        may_edit: { ok: true, why: '' },
        may_withdraw: { ok: true, why: '' },
      },
    ],
  })
})

test('a row tells its revision, and what it corrects to those who may see that', async () => {
  const { id, sender_entity_id } = waiting
  expect(approved.sender_entity_id).toBe(sender_entity_id)
  await on(world.db).updateTable('documents').set({ corrects: id }).where('id', '=', approved.id).execute()
  const told = async (who: Who) =>
    (await previous(who)).body.results.map(({ uuid, revision, corrects }) => ({ uuid, revision, corrects }))
  const original = { uuid: id, invoice_number: waiting.invoice_number, status: 'Pending Approval' }
  expect(await told('aminah')).toEqual([
    { uuid: approved.id, revision: 1, corrects: original },
    { uuid: id, revision: 1, corrects: null },
    { uuid: rejected.id, revision: 1, corrects: null },
  ])
  expect(await told('ezra')).toEqual([{ uuid: approved.id, revision: 1, corrects: null }])
})

test('everybody sees his own scope only', async () => {
  const seen = async (who: Who) => (await previous(who)).body.results.map((row) => row.uuid)
  expect(await seen('ezra')).toEqual([approved.id])
  expect(await seen('chong')).toEqual([foreign.id])
  expect(await seen('gita')).toHaveLength(4)
  expect(await previous('bakri')).toMatchObject({ status: 403 })
  expect(await previous('nobody')).toMatchObject({ status: 401 })
})

test('pages hold every row once and agree with the count', async () => {
  const first = await previous('aminah', { page_size: '2' })
  const second = await world.as('aminah').send('GET', first.body.next ?? '')
  expect(first.body.results.map((row) => row.uuid)).toEqual([approved.id, waiting.id])
  expect(second.body).toMatchObject({ count: 3, next: null, results: [{ uuid: rejected.id }] })
})
