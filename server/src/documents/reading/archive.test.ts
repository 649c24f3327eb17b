import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })

const linksOf = async (id: string) =>
  (await world.as('aminah').get(`/api/v1/invoices/${id}/`)).body.file_archive

test('the XML link leads to the very bytes which the authority holds', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  const file = await world.as('nobody').get((await linksOf(row.id)).xml_url)
  expect(file).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/xml',
      'content-disposition': expect.stringContaining(`filename="${row.id}.xml"`),
    },
  })
  const [accepted] = await ledgerOf(world, row.invoice_number)
  expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(accepted?.documentHash)
})

describe('the other link leads to what was sent in', () => {
  const original = async (id: string) => world.as('nobody').get((await linksOf(id)).inputfile_url as string)
  const sent = async (id: string) => {
    await decide(world, 'bakri', id)
    await sendApproved(world.engine, await documentOf(world, id))
  }
  const typed = { created_by: 'somebody', customer: { tin_no: ' c25845632020', country: 'Malaysia' } }

  test('as it came, before anything of it was read', async () => {
    const given = payload({ ...typed, items: [line({ unit_price: '1,250.00', quantity: 1 })] })
    const { body } = await submit(world, 'aminah', given)
    await sent(body.UUIDs[0])
    const file = await original(body.UUIDs[0])
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(file.body).toEqual(given)
    expect(Object.keys(file.body)).toEqual(Object.keys(given))
  })

  test('of the revision that the authority has', async () => {
    const { id } = await buildDocument(world, { status: 'Approval Rejected' })
    const edit = payload({ uuid: id, document_remarks: 'Corrected' })
    await submit(world, 'aminah', edit)
    await sent(id)
    expect((await original(id)).body).toEqual(edit)
  })

  test('of a document from before such were kept: what was made of it', async () => {
    const row = await buildDocument(world, { status: 'Submitted' })
    await on(world.db).deleteFrom('document_originals').where('document_id', '=', row.id).execute()
    expect(await original(row.id)).toMatchObject({ status: 200, body: row.content })
  })

  test('and is no part of lists and details', async () => {
    await buildDocument(world, { status: 'Submitted', agent_number: 'AG-9', created_by: 'Zirkon-Ungu' })
    for (const path of ['/api/v1/summary-invoices/?agent_code=AG-9', '/api/v1/invoices/pending/']) {
      expect((await world.as('devi').get(path)).text).not.toContain('Zirkon-Ungu')
    }
  })
})

test('a link lives five minutes', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  const { xml_url } = await linksOf(row.id)
  world.clock.advance(299_000)
  expect(await world.as('nobody').get(xml_url)).toMatchObject({ status: 200 })
  world.clock.advance(1_000)
  expect(await world.as('nobody').get(xml_url)).toMatchObject({
    status: 404,
    body: { detail: 'This link has expired. Open the document again.' },
  })
})

test('a link that was changed in any part leads nowhere', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  const other = await buildDocument(world, { status: 'Submitted' })
  const { xml_url, inputfile_url } = (await linksOf(row.id)) as Record<string, string>
  if (!xml_url || !inputfile_url) throw new Error('A submitted document has links.')
  const expires = Number(new URL(xml_url, 'http://x').searchParams.get('expires'))
  const changed = [
    xml_url.replace(row.id, other.id),
    xml_url.replace('/xml/', '/original/'),
    xml_url.replace(String(expires), String(expires + 3_600)),
    xml_url.replace(/signature=./, (part) => (part.endsWith('A') ? 'signature=B' : 'signature=A')),
    xml_url.replace(/signature=.*/, 'signature='),
  ]
  for (const link of changed) expect(await world.as('devi').get(link), link).toMatchObject({ status: 404 })
  for (const bare of [xml_url.split('?')[0] ?? '', `${inputfile_url.split('?')[0]}?expires=${expires}`])
    expect(await world.as('devi').get(bare)).toMatchObject({ status: 400 })
})

test('no links exist before the authority has the document, nor after an edit', async () => {
  const pending = await buildDocument(world)
  expect(await linksOf(pending.id)).toBeNull()
  const invalid = await buildDocument(world, { status: 'Invalid' })
  const { xml_url } = await linksOf(invalid.id)
  await submit(world, 'aminah', payload({ uuid: invalid.id }))
  expect(await documentOf(world, invalid.id)).toMatchObject({ revision: 2 })
  expect(await linksOf(invalid.id)).toBeNull()
  expect(await world.as('nobody').get(xml_url)).toMatchObject({ status: 404 })
})
