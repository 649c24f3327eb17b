import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { profile } from '#contract/people/profile.ts'
import { session } from '#contract/people/session.ts'
import type { Who } from '../../test/world.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../platform/picture/fixtures', name))
const png = fixture('glass.png')
/** Sent under a name that says nothing, so that nothing can be read off it. */
const send = (who: Who, bytes: Buffer, name = 'me.txt', type = 'text/plain') =>
  world.as(who).call(profile.setImage, { form: { image: new File([new Uint8Array(bytes)], name, { type }) } })
const imageOf = async (who: Who) => (await world.as(who).call(session.profile, {})).body.image

it.each([
  ['door.jpeg', 'image/jpeg'],
  ['door.webp', 'image/webp'],
  ['glass.png', 'image/png'],
])('keeps %s, whatever its name and type say, in place of the one before', async (name, content_type) => {
  const { status, body } = await send('aminah', fixture(name))
  expect(status).toBe(200)
  expect(body.image).toMatch(new RegExp(`^data:${content_type};base64,[A-Za-z0-9+/]+=*$`))
  expect(await imageOf('aminah')).toBe(body.image)
})

it('is the own picture of whoever sends it, and of nobody else', async () => {
  await send('aminah', png)
  expect(await imageOf('bakri')).toBe('')
  await send('bakri', fixture('door.jpeg'))
  expect(await imageOf('aminah')).toMatch(/^data:image\/png/)
  expect((await send('nobody', png)).status).toBe(401)
  expect((await send('key', png)).status).toBe(403)
})

const PAGE = '<!doctype html><script>alert(1)</script>'

it('keeps of a file that is a page as well only the picture', async () => {
  const both = Buffer.concat([png, Buffer.from(PAGE)])
  const { status, body } = await send('chong', both, 'me.html', 'text/html')
  expect(status).toBe(200)
  const kept = Buffer.from(body.image.split(',')[1] ?? '', 'base64')
  expect(kept.equals(png)).toBe(true)
})

const wide = () => {
  const jpeg = Buffer.from(fixture('door.jpeg'))
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(1025, frame + 7)
  return jpeg
}
const CHOOSE = 'Please choose a PNG, JPEG or WebP picture.'

it.each([
  ['a page that calls itself a picture', Buffer.from(PAGE), CHOOSE],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), CHOOSE],
  ['half a picture', png.subarray(0, 60), CHOOSE],
  ['no bytes', Buffer.alloc(0), CHOOSE],
  ['one too large to draw', wide(), 'The picture has 1025 × 16 pixels; at most 1024 × 1024 are taken.'],
])('refuses %s, and keeps the picture that there is', async (_what, bytes, message) => {
  const { body: before } = await send('ezra', png)
  const { status, body } = await send('ezra', bytes, 'me.png', 'image/png')
  expect([status, body.image]).toEqual([400, [message]])
  expect(await imageOf('ezra')).toBe(before.image)
})

it('refuses a file beyond its limit', async () => {
  const { status } = await send('ezra', Buffer.concat([png, Buffer.alloc(200_000)]))
  expect(status).toBe(413)
})

it.each([
  ['no file', {}],
  ['a text', { image: 'data:image/png;base64,AAAA' }],
])('refuses %s in place of a file', async (_what, form) => {
  const { status, body } = await world.as('ezra').callWrongly(profile.setImage, { form })
  expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['image'])])
})
