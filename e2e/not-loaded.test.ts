/** What fails beside a field or in a search is never shown as if there were nothing, and can be asked for again. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose } from './form.ts'
import { ownProduct } from './own-product.ts'
import { fillSignIn, signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

const AWAY = 'The database is away.'

let admin: Page
let clerk: Page
beforeAll(async () => {
  admin = await open()
  clerk = await open()
  await Promise.all([signIn(admin, 'devi'), signIn(clerk, 'aminah')])
})
afterEach(async () => {
  for (const page of [admin, clerk]) await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Reads of this path fail until the answered function is called. */
const lose = async (page: Page, ...paths: readonly string[]) => {
  const isLost = (url: URL) => paths.includes(url.pathname)
  await page.route(isLost, (route) => route.fulfill({ status: 500, json: { detail: AWAY } }))
  return () => page.unroute(isLost)
}

const told = (page: Page, words: string) => page.getByText(`${words} ${AWAY}`).first().waitFor()
const retry = (page: Page) => page.getByRole('button', { name: 'Retry', exact: true }).first().click()
const nothingLost = (page: Page) => page.getByText(AWAY).first().waitFor({ state: 'detached' })
const focused = (page: Page, role: 'combobox' | 'textbox', name: string) =>
  expect.poll(() => page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).count()).toBe(1)

test('the palette says that its search failed, not that nothing is called so', async () => {
  const find = await lose(admin, '/api/v1/summary-invoices/', '/api/v1/customers-list/')
  await admin.keyboard.press('Control+k')
  const search = admin.getByRole('combobox', { name: 'Search and go to' })
  await search.fill('Ong Broth')
  await told(admin, 'Documents and customers: the search failed.')
  expect(await admin.getByText('Nothing is called so.').count()).toBe(0)
  await find()
  await retry(admin)
  await admin.getByRole('option', { name: 'Ong Brothers' }).first().waitFor()
  await focused(admin, 'combobox', 'Search and go to')
  await admin.keyboard.press('Escape')
})

test('a filter whose choices did not come says so, at the list, in the reports and of people', async () => {
  for (const [at, path, reach] of [
    ['/dashboard/invoices', '/api/v1/unique-types/', ['Show Filters', 'More filters']],
    ['/dashboard/report', '/api/v1/unique-types/', []],
    ['/admin/user-management', '/api/v1/users/options/', []],
  ] as const) {
    const find = await lose(admin, path)
    await admin.goto(at)
    for (const name of reach) await admin.getByRole('button', { name, exact: true }).click()
    await told(admin, 'The choices could not be loaded.')
    expect(await admin.getByText(AWAY).count(), `how often ${at} says so`).toBe(1)
    await find()
    await retry(admin)
    await nothingLost(admin)
  }
})

test('a webhook is made once the keys to choose from have come', async () => {
  const find = await lose(admin, '/api/v1/api-keys/')
  await admin.goto('/admin/webhooks')
  await admin.getByRole('button', { name: 'New Webhook' }).first().click()
  await told(admin, 'The choices could not be loaded.')
  await find()
  await retry(admin)
  await nothingLost(admin)
  await focused(admin, 'combobox', 'API key')
  await choose(admin, 'API key', 'Web shop')
})

test('a group is made once the permissions to choose from have come', async () => {
  const find = await lose(admin, '/api/v1/permissions/')
  await admin.goto('/admin/permission-management')
  await admin.getByRole('button', { name: 'Add Group' }).first().click()
  await told(admin, 'The choices could not be loaded.')
  await find()
  await retry(admin)
  await nothingLost(admin)
  await admin.getByRole('checkbox', { name: 'can_create_invoice' }).waitFor()
})

test('a clerk hears that the saved items did not come, and that nobody could ask about the TIN', async () => {
  const find = await lose(clerk, '/api/v1/portal-items', '/api/v1/tin-validation/')
  await clerk.goto('/dashboard/invoices/create')
  await told(clerk, 'The saved items could not be loaded.')
  await choose(clerk, 'Department Code', 'PEN01')
  await choose(clerk, 'Buyer', 'Ong Brothers')
  await told(clerk, 'TIN not checked.')
  await find()
  // That of the TIN stands above the lines.
  await retry(clerk)
  await clerk
    .getByText(/^TIN (?:matches|does not match)/)
    .first()
    .waitFor()
  await focused(clerk, 'combobox', 'Buyer')
  await retry(clerk)
  await nothingLost(clerk)
})

test('a clerk hears nothing of saved items that are here, and could only not be read anew', async () => {
  const page = await open()
  await page.clock.install()
  await signIn(page, 'aminah')
  const read = () => page.waitForResponse((one) => new URL(one.url()).pathname === '/api/v1/portal-items')
  await Promise.all([read(), page.goto('/dashboard/invoices/create')])
  await page.getByRole('combobox', { name: 'Description, line 1' }).waitFor()
  await page.clock.fastForward('00:15')
  await lose(page, '/api/v1/portal-items')
  await Promise.all([read(), page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")])
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.getByText('The saved items could not be loaded.').count()).toBe(0)
})

test('without what the sign-in asks first one signs in by password, and is told what could not be asked', async () => {
  const page = await open()
  const unasked = page.getByText('Whether a directory is connected could not be asked.')
  const find = await lose(page, '/api/v1/auth/options/')
  await page.goto('/log-in')
  await unasked.waitFor()
  await find()
  await retry(page)
  await page.getByText('No directory is connected to this installation.').waitFor()
  await lose(page, '/api/v1/auth/options/')
  await page.reload()
  await unasked.waitFor()
  await fillSignIn(page, 'gita@lulus.example', ownProduct().password)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
