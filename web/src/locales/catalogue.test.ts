import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, it } from 'vitest'

// A text that the catalogue lacks would be shown as its id; `npm run texts` gathers them.
it('holds every text of the screens and no other', { timeout: 60_000 }, async () => {
  const config = getConfig({ configPath: 'web/lingui.config.ts' })
  const [catalog] = await getCatalogs(config)
  const wanted = await catalog?.collect()
  const held = await catalog?.read('en')
  expect(Object.keys(wanted ?? {}).length).toBeGreaterThan(100)
  expect(Object.keys(held ?? {}).toSorted()).toEqual(Object.keys(wanted ?? {}).toSorted())
  const malay = await catalog?.read('ms')
  expect(Object.keys(malay ?? {}).toSorted()).toEqual(Object.keys(wanted ?? {}).toSorted())
})

/** A number of things, but for one of several (`1 of 3 documents`). */
const MANY = /^(?:.* is )?\{\w+\} (?:rows|documents|characters|days)\b/
/** What is said of a thousand and more, and what has another verb for one. */
const OTHERWISE = /documents (?:wait|have)\b/

it('calls one thing by its singular', async () => {
  const [catalog] = await getCatalogs(getConfig({ configPath: 'web/lingui.config.ts' }))
  const texts = Object.values((await catalog?.read('en')) ?? {}).flatMap(({ translation }) => translation ?? [])
  const many = texts.filter((text) => MANY.test(text) && !OTHERWISE.test(text))
  expect(many.length).toBeGreaterThan(3)
  const one = (text: string) => text.replace(/\{\w+\} (\w+)s\b/, '1 $1')
  expect(many.filter((text) => !texts.includes(one(text)))).toEqual([])
})
