import { renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { buildDocument } from '../../../test/build.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld({ simulator: true })

const archiveOf = async (id: string) =>
  (await world.as('aminah').call(documents.get, { params: { uuid: id } })).body.file_archive

test('a validated document has the image of its validation link, in list and detail', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  const { body } = await world.as('aminah').call(documents.get, { params: { uuid: id } })
  const { qrcode_path = '' } = body.file_archive ?? {}
  const listed = await world.as('aminah').call(documents.list, { query: {} })
  expect(listed.body.results[0]?.file_archive?.qrcode_path).toBe(qrcode_path)
  const image = await world.as('aminah').send('GET', qrcode_path)
  expect(image).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f-]+\.svg"/),
    },
  })
  expect(image.bytes.toString()).toBe(renderSVG(body.lhdn?.validation_url ?? '', { border: 2, ecc: 'M' }))
})

test('no other document has one', async () => {
  for (const status of ['Submitted', 'Invalid'] as const) {
    const { id } = await buildDocument(world, { status })
    expect((await archiveOf(id))?.qrcode_path).toBe('')
    expect(await world.as('aminah').call(documents.qrcode, { params: { uuid: id } })).toMatchObject({
      status: 404,
    })
  }
})

test('it is shown to those who may see the document', async () => {
  const { id } = await buildDocument(world, { status: 'Validated' })
  const image = { params: { uuid: id } }
  expect(await world.as('chong').call(documents.qrcode, image)).toMatchObject({ status: 404 })
  expect(await world.as('ezra').call(documents.qrcode, image)).toMatchObject({ status: 404 })
  expect(await world.as('nobody').call(documents.qrcode, image)).toMatchObject({ status: 401 })
})
