/** What those who run the portal are told on its screens, where nobody else would notice. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

/** As if something were in the way; all else of the answer is the product's own. */
const withTrouble = (page: Page, trouble: Record<string, unknown>) =>
  page.route('**/api/v1/authority-status/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...trouble } })
  })

test('that no worker runs is told on every screen, and to superadmins how it is started', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const aminah = await open()
  await signIn(aminah, 'aminah')
  expect(await aminah.getByText('No worker of Lulus').count()).toBe(0)
  await withTrouble(aminah, { worker: { since } })
  await aminah.reload()
  await aminah.getByText('No worker of Lulus has run since').waitFor()
  await aminah.getByText('Tell whoever runs Lulus.').waitFor()

  const devi = await open({ width: PHONE })
  await withTrouble(devi, { worker: { since: null } })
  await signIn(devi, 'devi')
  await devi.getByText('No worker of Lulus has run yet').waitFor()
  await devi.getByText('--roles=worker').waitFor()
  await expectAccessible(devi, 'without a worker, on a phone')
})
