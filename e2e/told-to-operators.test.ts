/** What those who run the portal are told on its screens, where nobody else would notice. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
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

test('mails that do not arrive are told to superadmins, and a mail server is tried by a button', async () => {
  const devi = await open()
  await withTrouble(devi, { mails: { since: new Date().toISOString(), unsent: 3, more: false } })
  const mail = {
    ...{ id: '1', to: 'siti@lulus.example', subject: 'Reset your Lulus password', tries: 4 },
    ...{ why: 'The mail server does not answer, or its certificate does not hold (ESOCKET).' },
    ...{ first_failed_at: '2026-11-29T04:00:00.000Z', last_failed_at: '2026-11-29T05:00:00.000Z' },
    next_try_at: null,
  }
  // More than are seen at once.
  const results = Array.from({ length: 7 }, (_, at) => ({ ...mail, id: String(at) }))
  const list = { count: 9, next: null, previous: null, results }
  await devi.route('**/api/v1/mails/unsent/**', (route) => route.fulfill({ json: list }))
  await signIn(devi, 'devi')
  await devi.getByText('3 mails could not be delivered since').click()
  await devi.getByRole('link', { name: 'See to whom and why' }).click()
  const said = devi.getByRole('main').getByRole('status').filter({ hasText: '9 mails could not' })
  await said.getByText('The last 7 of them are listed below.').waitFor()
  const told = devi.getByRole('list', { name: 'Mails that could not be delivered' }).getByRole('listitem')
  expect(await told.count()).toBe(7)
  expect(await told.first().textContent()).toMatch(
    /siti@lulus\.example[\s\S]*Tried 4 times,[\s\S]*It is not tried again\./,
  )
  await expectAccessible(devi, 'mails that could not be delivered')
  await devi.getByRole('button', { name: 'Send a test mail' }).click()
  await devi.getByText('No mail server is set up: the test mail lies under Mails.').waitFor()
  await devi.getByRole('button', { name: 'Lulus: a test' }).first().waitFor()
  await devi.goto(new URL('/admin/app-configuration', devi.url()).href)
  const setting = devi.getByRole('row').filter({ hasText: 'mail.smtp_url' })
  await setting.getByRole('button', { name: 'Send a test mail' }).waitFor()
})
