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
