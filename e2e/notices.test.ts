/** The notification centre: what waits is told in every tab, put aside by hand and brought back, and done by acting. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { submitInvoice } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const WAIT = { timeout: 60_000 }
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications: / })
const panel = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Notifications' })
const approvals = (page: Page) => panel(page).getByRole('link', { name: /wait(?:s)? for your approval\.$/ })
const countOf = async (page: Page) => Number((await bell(page).getAttribute('aria-label'))?.split(': ')[1])
/** How many documents wait, as the sentence says. */
const waiting = async (page: Page) => Number.parseInt((await approvals(page).textContent()) ?? '', 10)

test('what waits is told in two tabs, put aside and brought back by keys, and done by acting', async () => {
  const page = await open({ width: DESK })
  await signIn(page, 'bakri')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  for (const one of [page, tab]) {
    await bell(one).click()
    await approvals(one).waitFor(WAIT)
  }
  const before = await waiting(page)
  const { uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  for (const one of [page, tab]) await expect.poll(() => waiting(one), WAIT).toBe(before + 1)

  const count = await countOf(page)
  await panel(page).getByRole('link', { name: 'Preferences' }).focus()
  for (let steps = 0; steps < count; steps += 1) {
    await page.keyboard.press('j')
    if (await approvals(page).evaluate((link) => link.ownerDocument.activeElement === link)) break
  }
  await page.keyboard.press('e')
  for (const one of [page, tab]) await expect.poll(() => countOf(one), WAIT).toBe(count - 1)
  expect(await approvals(tab).count()).toBe(0)
  await panel(page).getByText('Done', { exact: true }).click()
  await approvals(page).waitFor()
  await panel(page)
    .getByRole('button', { name: /^Undo: .* for your approval/ })
    .click()
  for (const one of [page, tab]) await expect.poll(() => countOf(one), WAIT).toBe(count)

  await panel(page).getByText('Inbox', { exact: true }).click()
  await panel(page)
    .getByRole('button', { name: /^Snooze: .* for your approval/ })
    .click()
  await page.getByRole('menuitem', { name: 'Until tomorrow, 08:00 MYT' }).click()
  await expect.poll(() => countOf(page), WAIT).toBe(count - 1)
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => waiting(page), WAIT).toBe(before + 1)

  const bakri = await callAs('bakri')
  await bakri.post(`/api/v1/integration/approve-invoice/${uuid}/`, { status: 'Approved' })
  for (const one of [page, tab]) await expect.poll(() => waiting(one), WAIT).toBe(before)
  await expectAccessible(page, 'the notification centre')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(await bell(page).evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)

  await bell(page).click()
  await approvals(page).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
})

test('it can be read on a telephone, and says when nothing waits', async () => {
  const page = await open({ width: PHONE, scheme: 'dark' })
  await signIn(page, 'gita')
  await bell(page).click()
  await panel(page).getByText('Snoozed', { exact: true }).click()
  await panel(page).getByText('Nothing is snoozed.').waitFor()
  await expectAccessible(page, 'the notification centre on a telephone')
})

test('the link of a daily mail opens a page without signing in, and ends nothing by itself', async () => {
  const page = await open()
  await page.goto('/unsubscribe/nonsense/')
  await page.getByRole('heading', { level: 1, name: 'Daily mail' }).waitFor()
  await page.getByRole('button', { name: 'End the daily mail' }).click()
  await page.getByText('This link does not work.').waitFor()
  await expectAccessible(page, 'the page that ends the daily mail')
})

test('one item after the other is finished by E, however slow the network is', async () => {
  const page = await open({ width: DESK })
  await signIn(page, 'devi')
  await bell(page).click()
  const items = panel(page).getByRole('listitem')
  await items.nth(1).waitFor(WAIT)
  const count = await countOf(page)
  const held = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/api/v1/notifications/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    sent.push(route.request().url())
    await held.promise
    await route.continue()
  })
  await panel(page).getByRole('link', { name: 'Preferences' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.keyboard.press('e')
  await expect.poll(() => new Set(sent).size).toBe(2)
  held.resolve()
  await expect.poll(() => countOf(page), WAIT).toBe(count - 2)
})
