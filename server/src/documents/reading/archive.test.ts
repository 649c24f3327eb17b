import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument, decide, documentOf, line, payload, submit } from '../../../test/build.ts'
import { ledgerOf } from '../../../test/simulator.ts'
import { createWorld } from '../../../test/world.ts'
import { sendApproved } from '../sending/send.job.ts'
import { on } from '../store/tables.ts'

const world = await createWorld({ simulator: true })

const archiveOf = async (uuid: string) =>
  (await world.as('aminah').call(documents.get, { params: { uuid } })).body.file_archive
const linksOf = async (uuid: string) => {
  const links = await archiveOf(uuid)
  if (!links) throw new Error('The document has no archive.')
  return links
}

test('the XML link leads to the very bytes which the authority holds', async () => {
  const row = await buildDocument(world, { status: 'Validated' })
  const file = await world.as('nobody').send('GET', (await linksOf(row.id)).xml_url)
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
  const original = async (id: string) => world.as('nobody').send('GET', (await linksOf(id)).inputfile_url)
  const sent = async (id: string) => {
    await decide(world, 'bakri', id)
    await sendApproved(world.engine, await documentOf(world, id))
  }
  const typed = { created_by: 'somebody', customer: { tin_no: ' c25845632020', country: 'Malaysia' } }

  test('as it came, before anything of it was read', async () => {
    const given = payload({ ...typed, items: [line({ unit_price: '1,250.00', quantity: 1 })] })
    const { body } = await submit(world, 'aminah', given)
    const [id = ''] = body.UUIDs
    await sent(id)
    const file = await original(id)
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
    const devi = world.as('devi')
    const listed = await devi.call(documents.list, { query: { agent_code: 'AG-9' } })
    const pending = await devi.call(documents.pending, { query: {} })
    for (const { text } of [listed, pending]) expect(text).not.toContain('Zirkon-Ungu')
  })
})

test('a link lives five minutes', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  const { xml_url } = await linksOf(row.id)
  world.clock.advance(299_000)
  expect(await world.as('nobody').send('GET', xml_url)).toMatchObject({ status: 200 })
  world.clock.advance(1_000)
  expect(await world.as('nobody').send('GET', xml_url)).toMatchObject({
    status: 404,
    body: { detail: 'This link has expired. Open the document again.' },
  })
})

test('a link that was changed in any part leads nowhere', async () => {
  const row = await buildDocument(world, { status: 'Submitted' })
  const other = await buildDocument(world, { status: 'Submitted' })
  const { xml_url, inputfile_url } = await linksOf(row.id)
  const expires = Number(new URL(xml_url, 'http://x').searchParams.get('expires'))
  const changed = [
    xml_url.replace(row.id, other.id),
    xml_url.replace('/xml/', '/original/'),
    xml_url.replace(String(expires), String(expires + 3_600)),
    xml_url.replace(/signature=./, (part) => (part.endsWith('A') ? 'signature=B' : 'signature=A')),
    xml_url.replace(/signature=.*/, 'signature='),
  ]
  for (const link of changed)
    expect(await world.as('devi').send('GET', link), link).toMatchObject({ status: 404 })
  for (const bare of [xml_url.split('?')[0] ?? '', `${inputfile_url.split('?')[0]}?expires=${expires}`])
    expect(await world.as('devi').send('GET', bare)).toMatchObject({ status: 400 })
})

test('no links exist before the authority has the document, nor after an edit', async () => {
  const pending = await buildDocument(world)
  expect(await archiveOf(pending.id)).toBeNull()
  const invalid = await buildDocument(world, { status: 'Invalid' })
  const { xml_url } = await linksOf(invalid.id)
  await submit(world, 'aminah', payload({ uuid: invalid.id }))
  expect(await documentOf(world, invalid.id)).toMatchObject({ revision: 2 })
  expect(await archiveOf(invalid.id)).toBeNull()
  expect(await world.as('nobody').send('GET', xml_url)).toMatchObject({ status: 404 })
})
