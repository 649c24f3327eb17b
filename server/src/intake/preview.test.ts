import { expect, test } from 'vitest'
import { intake } from '#contract/intake.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { line, payload } from '../../test/build.ts'
import { storedIn } from '../../test/stored.ts'
import { createWorld } from '../../test/world.ts'
import { readText } from '../pdf/fixtures/read-pdf.ts'

const world = await createWorld()

const preview = (who: Parameters<typeof world.as>[0], document: unknown) =>
  world.as(who).callWrongly(intake.preview, { body: document })

test('the form is printed marked DRAFT, and nothing is stored', async () => {
  const before = await storedIn(world)
  const { status, headers, bytes } = await preview('aminah', payload())
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline/),
  })
  const text = readText(bytes)
  for (const shown of ['DRAFT', 'Kinabalu Trading Sdn Bhd', 'Perniagaan Seri Jaya Sdn Bhd', '137.50'])
    expect(text).toContain(shown)
  expect(await storedIn(world)).toEqual(before)
})

test('a form that has just been begun prints too', async () => {
  const { status, bytes } = await preview('aminah', { sender_store_code: 'KUL01', customer: {}, items: [] })
  expect(status).toBe(200)
  expect(readText(bytes)).toContain('DRAFT')
})

test('what no document could be is refused by its field, and not printed', async () => {
  const long = Array.from({ length: LINES_MAX }, () => line({ item_description: '海参'.repeat(300) }))
  expect(await preview('aminah', payload({ items: long }))).toMatchObject({
    status: 400,
    body: { items: [expect.stringMatching(/about \d+ KB.*300 KB/)] },
  })
  expect(await preview('aminah', payload({ document_remarks: 'a\ud800b' }))).toMatchObject({
    status: 400,
    body: { document_remarks: [expect.any(String)] },
  })
})

test('wrong types, foreign stores and who may not create are refused', async () => {
  expect(await preview('aminah', payload({ items: 7 as never }))).toMatchObject({
    status: 400,
    body: { items: [expect.any(String)] },
  })
  expect(await preview('chong', payload())).toMatchObject({
    status: 400,
    body: { sender_store_code: ['This is none of your store codes.'] },
  })
  expect(await preview('bakri', payload())).toMatchObject({ status: 403 })
  expect(await preview('gita', payload())).toMatchObject({ status: 403 })
})
