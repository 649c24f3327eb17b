import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildDocument, decide, documentOf, payload, submit } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'

/** Clients of the original system know no ids: an edit bears the number of the document that came back. */
const world = await createWorld()

const rejected = async () => {
  const { id, invoice_number } = await buildDocument(world, { status: 'Approval Rejected' })
  return { id, invoice_number }
}
const send = (invoice_number: string, given: object = {}, who: Who = 'aminah') =>
  submit(world, who, payload({ invoice_number, document_remarks: 'Corrected', ...given }))

const rename = (id: string) =>
  sql`UPDATE users SET last_name = last_name || ' binti Yusof' WHERE id = ${id}`.execute(world.db)

describe('a payload without an id that bears a number', () => {
  test('of the caller’s own document that came back is an edit of it', async () => {
    const { id, invoice_number } = await rejected()
    const { status, body } = await send(invoice_number)
    expect([status, body.UUIDs, body.Invoice_Numbers]).toEqual([200, [id], [invoice_number]])
    expect(await documentOf(world, id)).toMatchObject({
      status: 'Pending Approval',
      revision: 2,
      content: expect.objectContaining({ document_remarks: 'Corrected' }),
    })
  })

  test('is an edit all the same where its maker is called otherwise by now', async () => {
    const { id, invoice_number } = await rejected()
    await rename(world.company.users.aminah)
    const { status, body } = await send(invoice_number)
    expect([status, body.UUIDs]).toEqual([200, [id]])
    expect((await documentOf(world, id)).revision).toBe(2)
  })

  test('makes no second document when it is sent again', async () => {
    const { invoice_number } = await rejected()
    expect((await send(invoice_number)).status).toBe(200)
    const { status, body } = await send(invoice_number)
    expect([status, body.code, body.UUIDs]).toEqual([409, 'number_taken', []])
  })

  test('of a new document that waits for approval is no edit: the previewed number gives way', async () => {
    const { id, invoice_number } = await buildDocument(world)
    const { status, body } = await send(invoice_number)
    expect([status, body.UUIDs.includes(id)]).toEqual([200, false])
    expect((await documentOf(world, id)).revision).toBe(1)
  })

  test('of somebody else’s document is not an edit: a previewed number gives way', async () => {
    const { id, invoice_number } = await rejected()
    const { status, body } = await send(invoice_number, {}, 'devi')
    expect(status).toBe(200)
    expect(body.UUIDs).not.toEqual([id])
    expect((await documentOf(world, id)).revision).toBe(1)
  })

  test('of a document that was taken back is free again', async () => {
    const { id, invoice_number } = await buildDocument(world, { invoice_number: 'TILL-7' })
    await decide(world, 'aminah', id, { status: 'User Cancelled' })
    const { status, body } = await send(invoice_number)
    expect([status, body.Invoice_Numbers]).toEqual([200, ['TILL-7']])
    expect(body.UUIDs).not.toEqual([id])
  })
})

test('a form says that its document is new, and whatever number it previewed gives way', async () => {
  const { id, invoice_number } = await rejected()
  const { status, body } = await send(invoice_number, { uuid: null })
  expect(status).toBe(200)
  expect(body.UUIDs).not.toEqual([id])
  expect(body.Invoice_Numbers).not.toEqual([invoice_number])
  expect((await documentOf(world, id)).revision).toBe(1)
})
