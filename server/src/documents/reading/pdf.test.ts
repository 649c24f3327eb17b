import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, documentOf } from '../../../test/build.ts'
import { createWorld, type Who } from '../../../test/world.ts'
import { readAttachment, readQrCode, readText } from '../../pdf/fixtures/read-pdf.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })
const print = (who: Who, uuid: string) => world.as(who).call(documents.pdf, { query: { uuid } })

test('a validated document is printed with its QR code and the signed XML', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  const file = await print('gita', id)
  expect(file).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`attachment; filename="${id}.pdf"`),
    },
  })
  const row = await documentOf(world, id)
  const text = readText(file.bytes)
  for (const shown of [
    row.invoice_number,
    row.authority_uuid,
    'Kertas A4',
    '137.50',
    'Kinabalu Trading Sdn Bhd',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('DRAFT')
  expect(readQrCode(file.bytes, 1)).toBe(`${world.simulator_url}/${row.authority_uuid}/share/${row.long_id}`)
  expect(readAttachment(file.bytes)).toContain('<ds:SignatureValue>')
})

test('one of which no long id was ever told is printed without a code', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  await on(world.db).updateTable('documents').set({ long_id: '' }).where('id', '=', id).execute()
  const file = await print('gita', id)
  expect(readText(file.bytes)).toContain('Kertas A4')
  expect(readQrCode(file.bytes, 1)).toBeNull()
})

test.each([
  ['User Cancelled', 'CANCELLED'],
  ['Approval Rejected', 'REJECTED'],
] as const)('one that is %s is printed with %s across its page', async (status, mark) => {
  const { id } = await buildDocument(world, { status })
  const file = await print('gita', id)
  expect(file.status).toBe(200)

  expect(readText(file.bytes)).toContain(mark)
})

test.each([
  ['simulator', 'Validated', 'TEST', 'Simulator'],
  ['preprod', 'Validated', 'TEST', 'Preprod'],
  ['preprod', 'User Cancelled', 'CANCELLED', 'Preprod'],
] as const)(
  'one of %s, %s, bears %s and says that it has no legal effect',
  async (environment, status, mark, place) => {
    const { id } = await buildDocument(world, { status })
    await on(world.db).updateTable('documents').set({ environment }).where('id', '=', id).execute()
    const text = readText((await print('gita', id)).bytes)
    expect(text).toContain(mark)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`${status} (${place}: no legal effect`)
  },
)

test('one of production bears no mark', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  await on(world.db).updateTable('documents').set({ environment: 'prod' }).where('id', '=', id).execute()
  const text = readText((await print('gita', id)).bytes)
  expect(text).not.toContain('TEST')
  expect(text).not.toContain('legal effect')
})

test('a document that is on its way is not printed', async () => {
  for (const status of ['Pending Approval', 'Submitted', 'Invalid'] as const) {
    const { id } = await buildDocument(world, { status })
    expect(await print('aminah', id)).toMatchObject({
      status: 409,
      body: { code: 'wrong_status' },
    })
  }
})

test('foreign documents, absent ones and callers without permission get none', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  for (const who of ['chong', 'ezra'] as const) expect(await print(who, id)).toMatchObject({ status: 404 })
  expect(await print('devi', '00000000-0000-4000-8000-000000000000')).toMatchObject({
    status: 404,
  })
  expect(await print('devi', 'x')).toMatchObject({ status: 400 })
  expect(await print('key', id)).toMatchObject({ status: 403 })
  expect(await print('nobody', id)).toMatchObject({ status: 401 })
})
