/** Without a network nothing is shown that is not so, nothing waits for ever, and nothing is sent twice or never. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice } from './documents.ts'
import { FORM_SCREENS, type FormScreen } from './form-screens.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const rows = (page: Page) => page.locator('tbody tr[data-row]')

test('a tab that cannot be loaded says so, under no other tab’s rows, and what was not sent is sent once', async () => {
  const page = await open()
  await signIn(page, 'devi', '/dashboard/invoices')
  await rows(page).first().waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.getByRole('tab', { name: 'Validated' }).click()
  await page.getByText('The list could not be loaded.').waitFor()
  expect([await rows(page).count(), await page.locator('[aria-busy="true"]').count()]).toEqual([0, 0])
  await expectAccessible(page, 'the list of invoices, offline')
  await page.context().setOffline(false)
  await rows(page).first().waitFor()
  await page.getByText('You are offline.').waitFor({ state: 'detached' })

  // One of those that a superadmin opens.
  const screen = FORM_SCREENS[0] as FormScreen
  const mark = `Aa offline ${Date.now() % 1_000_000}`
  await page.goto(screen.at)
  await page.getByRole('button', { name: screen.add, exact: true }).click()
  await page.getByRole('dialog').locator(':focus').first().waitFor()
  await screen.type(page, mark)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: screen.save, exact: true }).click()
  await page.getByText('What was not sent is sent once more by itself:').waitFor()
  await page
    .getByRole('listitem')
    .getByText(/^New User, \d\d:\d\d MYT/)
    .waitFor()
  let broken = false
  // The network comes back for a moment only, then for good.
  await page.route(`**${screen.call}`, (route) => {
    if (route.request().method() !== 'POST' || broken) return route.fallback()
    broken = true
    return route.abort()
  })
  await page.context().setOffline(false)
  await rows(page).filter({ hasText: mark }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([broken, await rows(page).filter({ hasText: mark }).count()]).toEqual([true, 1])
})

test('where the stream is refused, the tab asks now and then', async () => {
  const { uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await page.route('**/api/v1/live/**', (route) =>
    route.request().headers().accept === 'text/event-stream'
      ? route.fulfill({ status: 404, json: { detail: 'No streams here.' } })
      : route.fallback(),
  )
  await signIn(page, 'aminah', '/dashboard/invoices')
  const row = page.locator(`[data-row="${uuid}"]`)
  await row.getByText('Pending Approval').waitFor()
  const path = `/api/v1/integration/approve-invoice/${uuid}/`
  await (await callAs('bakri')).post(path, { status: 'Approved' })
  await row.getByText('Pending Approval').waitFor({ state: 'detached' })
})
