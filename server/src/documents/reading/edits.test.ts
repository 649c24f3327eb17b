import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'

const world = await createWorld()

const editsOf = async (who: Who, uuid: string) => {
  const { status, body } = await world.as(who).call(documents.edits, { params: { uuid } })
  return { status, edits: body.edits }
}

const edit = (uuid: string, given: object) =>
  submit(world, 'aminah', payload({ uuid, items: [line({ unit_price: '12.50', quantity: '10' })], ...given }))

test('an approver reads what became of a document that they sent back, the last edit first', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  const first = world.clock.now()
  expect((await edit(id, { document_remarks: 'By van' })).status).toBe(200)
  expect((await decide(world, 'bakri', id, { status: 'Rejected', rejection_reason: 'Price' })).status).toBe(
    200,
  )
  world.clock.advance(HOUR_MS)
  const items = [line({ unit_price: '13.50', quantity: '10' })]
  expect((await edit(id, { document_remarks: 'By van', items })).status).toBe(200)
  const { edits } = await editsOf('bakri', id)
  expect(edits).toEqual([
    {
      ...{ revision: 3, by: 'Aminah Yusof', more: 0 },
      at: new Date(first.getTime() + HOUR_MS).toISOString(),
      changes: [
        { path: 'total_payable_amount', from: '137.50', to: '148.50' },
        { path: 'items.0.unit_price', from: '12.5', to: '13.5' },
      ],
    },
    {
      ...{ revision: 2, by: 'Aminah Yusof', at: first.toISOString(), more: 0 },
      changes: [{ path: 'document_remarks', from: '', to: 'By van' }],
    },
  ])
})

test('what an edit replaced stays, whole and with its hash, for an auditor', async () => {
  const { id, content, content_hash } = await buildDocument(world, { status: 'Approval Rejected' })
  await edit(id, { document_remarks: 'By van' })
  const { text } = await world.as('gita').call(documents.evidence, { params: { uuid: id } })
  expect(JSON.parse(text).former).toMatchObject([{ revision: 1, content, content_hash }])
})

test('nothing is told of a document that nobody edited, and a refused edit keeps nothing', async () => {
  const { id } = await buildDocument(world)
  expect((await edit(id, {})).status).toBe(409)
  expect(await editsOf('aminah', id)).toEqual({ status: 200, edits: [] })
})

test('of very many changed fields the first are told, and how many more there are', async () => {
  const lines = (unit_price: string) => Array.from({ length: 250 }, () => line({ unit_price }))
  const { id } = await buildDocument(world, { status: 'Approval Rejected', items: lines('1') })
  await edit(id, { items: lines('2') })
  const { edits } = await editsOf('bakri', id)
  expect(edits.map(({ changes, more }) => [changes.length, more])).toEqual([[200, 51]])
  expect((await documentOf(world, id)).revision).toBe(2)
})

test('edits of a foreign document do not exist', async () => {
  const { id } = await buildDocument(world, { status: 'Approval Rejected' })
  await edit(id, {})
  expect((await editsOf('chong', id)).status).toBe(404)
})
