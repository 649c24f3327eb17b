/** A screen that breaks, or a part that is gone: what is told then leads on, and nothing typed is lost. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, DESK, PHONE } from './chromium.ts'
import { choose, fill, openMore } from './form.ts'
import { expectAccessible, expectReadable } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open, provoke } = startBrowser()

const TITLE = 'This screen could not be shown.'
/** What no screen expects of its list. */
const broken = (page: Page, path: string, json: unknown) => {
  provoke('Cannot read properties of null')
  return page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json }),
  )
}
/** As a server answers that has been upgraded meanwhile. */
const gone = (page: Page, part: string) => {
  provoke('Failed to fetch dynamically imported module')
  provoke('Unable to preload CSS')
  return page.route(
    (url) => url.pathname.startsWith(`/assets/${part}-`),
    (route) => route.fulfill({ status: 404, body: '' }),
  )
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const reload = (page: Page) =>
  Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload the page' }).click()])
const OUTDATED = 'A part of this page cannot be opened any more.'
const outdated = (page: Page) => page.getByText(OUTDATED)
/** Evaluated in the page: whether it says so at any time from now on. */
const WATCH = `{
  globalThis.told = false
  const look = () => (globalThis.told ||= document.body.textContent.includes('${OUTDATED}'))
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}`

test('a screen that breaks says so with a reference, in both languages and schemes, and is there again', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await broken(page, '/api/v1/customers/', { count: 1, next: null, previous: null, results: [null] })
  await page.goto('/dashboard/customers')
  await title(page, TITLE)
  await page.getByText('Something is wrong in the program.').waitFor()
  await page.getByText(/^\d{4}-\d\d-\d\dT\S+Z \/shell\/dashboard\/customers TypeError: /).waitFor()
  expect(await page.getByRole('main').count()).toBe(1)
  expect(await page.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe(
    '/dashboard',
  )
  for (const width of [DESK, PHONE]) {
    for (const [scheme, judge] of [
      ['light', expectAccessible],
      ['dark', expectReadable],
    ] as const) {
      await changeLook(page, { width, scheme })
      await judge(page, `a screen that broke, ${width} ${scheme}`)
    }
  }
  await page.evaluate("localStorage.setItem('language', 'ms')")
  await page.reload()
  await title(page, 'Skrin ini tidak dapat dipaparkan.')
  await page.evaluate("localStorage.setItem('language', 'en')")
  await page.unrouteAll()
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
})

test('what was typed into a document is there after its form broke', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await openMore(page)
  await fill(page, 'Remarks', 'Deliver before noon')
  await choose(page, 'Department Code', 'PEN01')
  await broken(page, '/api/v1/customers-list/', [null])
  await page.getByRole('combobox', { name: 'Buyer', exact: true }).fill('Ong')
  await title(page, TITLE)
  await page.getByText('A document that you were writing is kept as a draft.').waitFor()
  await page.unrouteAll()
  await reload(page)
  await page.getByRole('button', { name: 'Continue with the draft' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Remarks', exact: true }).inputValue())
    .toBe('Deliver before noon')
})

test('a screen whose part is gone since an upgrade says so, and comes with the page anew', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await gone(page, 'ReportPage')
  await page.getByRole('link', { name: 'Reporting' }).first().click()
  await title(page, TITLE)
  await page.getByText('A part of it did not come.').waitFor()
  await page.unrouteAll()
  await reload(page)
  await title(page, 'Reports')
})

test('who waits for a part that is gone is told to reload, and keeps the screen', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await gone(page, 'KeysHelp')
  await page.reload()
  await title(page, 'Dashboard')
  await page.keyboard.press('?')
  await outdated(page).waitFor()
  await title(page, 'Dashboard')
  await expectAccessible(page, 'a page that is out of date')
  await reload(page)
  await title(page, 'Dashboard')
  await page.unrouteAll()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await outdated(page).count()).toBe(0)
})

test('a part that was lost on the way once or twice comes, and nobody hears of an upgrade', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await gone(page, 'KeysHelp')
  const missed = () => page.waitForResponse((one) => one.status() === 404 && one.url().endsWith('.js'))
  await page.reload()
  await title(page, 'Dashboard')
  // The first key fetches what may be wanted, whatever comes of it.
  await Promise.all([missed(), page.keyboard.press('Escape')])
  await page.evaluate(WATCH)
  await Promise.all([missed(), page.keyboard.press('?')])
  await page.unrouteAll()
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.evaluate('globalThis.told')).toBe(false)
})
