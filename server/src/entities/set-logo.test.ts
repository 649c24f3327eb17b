import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { documents } from '#contract/documents.ts'
import { entities } from '#contract/entities.ts'
import { session } from '#contract/people/session.ts'
import { buildDocument } from '../../test/build.ts'
import { createWorld, type Who } from '../../test/world.ts'

const world = await createWorld()
const { kinabalu: id } = world.company.entities
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../platform/picture/fixtures', name))
const png = fixture('glass.png')
/** Sent under a name that says nothing, so that nothing can be read off it. */
const send = (bytes: Buffer, who: Who = 'devi', to = id) =>
  world.as(who).call(entities.setLogo, {
    params: { id: to },
    form: { image: new File([new Uint8Array(bytes)], 'logo.txt', { type: 'text/plain' }) },
  })
const remove = (who: Who = 'devi', of = id) => world.as(who).call(entities.removeLogo, { params: { id: of } })
const logo = async () => (await world.as('devi').call(entities.get, { params: { id } })).body.image

it.each([
  ['door.jpeg', 'image/jpeg'],
  ['door.webp', 'image/webp'],
  ['glass.png', 'image/png'],
])('keeps %s, which the people and the documents of the company show', async (name, content_type) => {
  const { status, body } = await send(fixture(name))
  expect(status).toBe(200)
  expect(body.image).toMatch(new RegExp(`^data:${content_type};base64,[A-Za-z0-9+/]+=*$`))
  const { id: uuid } = await buildDocument(world)
  const shown = await world.as('aminah').call(documents.get, { params: { uuid } })
  const mine = await world.as('aminah').call(session.profile, {})
  expect([shown.body.sender.image, mine.body.sender_entities[0]?.image]).toEqual([body.image, body.image])
})

it('keeps of a file that is a page as well only the picture', async () => {
  const { body } = await send(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
  expect(Buffer.from(body.image.split(',')[1] ?? '', 'base64').equals(png)).toBe(true)
})

it('is taken away, twice if need be, and the name is printed instead', async () => {
  await send(png)
  expect([(await remove()).body.image, (await remove()).body.image]).toEqual(['', ''])
})

it('stands in the audit log by its kind and what it is known by, each change once', async () => {
  await remove()
  await sql`DELETE FROM audit_events`.execute(world.db)
  await send(png)
  await send(png)
  await send(fixture('door.jpeg'))
  await remove()
  const { rows } = await sql<Record<string, string>>`
    SELECT action, field, old_value, new_value FROM audit_events ORDER BY nr`.execute(world.db)
  const [PNG, JPEG] = ['image/png, ', 'image/jpeg, '].map((kind) =>
    expect.stringMatching(new RegExp(`^${kind}[0-9a-f]{16}$`)),
  )
  const told = { action: 'update', field: 'logo' }
  expect(rows).toEqual([
    { ...told, old_value: '', new_value: PNG },
    { ...told, old_value: PNG, new_value: JPEG },
    { ...told, old_value: JPEG, new_value: '' },
  ])
})

it.each([
  ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>')],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['half a picture', png.subarray(0, 60)],
  ['no bytes', Buffer.alloc(0)],
])('refuses %s, and keeps the logo that there is', async (_what, bytes) => {
  await send(png)
  const before = await logo()
  const { status, body } = await send(bytes)
  expect([status, body.image]).toEqual([400, ['Please choose a PNG, JPEG or WebP picture.']])
  expect(await logo()).toBe(before)
})

it('stores the largest logo that may be sent, and refuses a larger file', async () => {
  const jpeg = fixture('door.jpeg')
  const scan = jpeg.length - 2
  const padded = (count: number) =>
    Buffer.concat([jpeg.subarray(0, scan), Buffer.alloc(count, 1), jpeg.subarray(scan)])
  const { status, body, text } = await send(padded(368_000))
  expect(status, text.slice(0, 200)).toBe(200)
  expect(body.image.length).toBeGreaterThan(490_000)
  expect((await send(padded(371_000))).status).toBe(413)
})

it('is the business of superadmins, and of companies that there are', async () => {
  for (const who of ['aminah', 'chong', 'key'] as const)
    expect([(await send(png, who)).status, (await remove(who)).status]).toEqual([403, 403])
  expect([(await send(png, 'devi', UNKNOWN)).status, (await remove('devi', UNKNOWN)).status]).toEqual([
    404, 404,
  ])
})
