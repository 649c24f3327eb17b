/** The defect tracker, clicked through: everything that the specification says of it is on the screen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'
import {
  BREADCRUMB,
  BUTTONS,
  CALLS,
  CATEGORY_TABS,
  DESCRIPTION_CHARS,
  PAGE_SIZES,
  REPORT_FILE,
  STATUS_TABS,
  STATUSES,
  TOASTS,
} from './specified/defects.ts'

const { open } = startBrowser()

const PICTURE = readFileSync(join(import.meta.dirname, '../server/src/platform/picture/fixtures/glass.png'))
const WORDS = `${Date.now()}: the totals of the list are not the sum of the rows that it shows`
const CUT = `${WORDS.slice(0, DESCRIPTION_CHARS)}…`

const told = (page: Page, words: string) => page.getByText(words).first().waitFor()
const form = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save', exact: true })

/** The next call of this method to the tracker fails. */
const failOnce = (page: Page, method: string, path: string) => {
  let failed = false
  return page.route(
    (url) => url.pathname.startsWith(path),
    (route) => {
      if (failed || route.request().method() !== method) return route.fallback()
      failed = true
      return route.fulfill({ status: 400, json: { detail: 'No.' } })
    },
  )
}

const requestTo = (page: Page, method: string, path: RegExp | string) =>
  page.waitForRequest((request: Request) => {
    const { pathname } = new URL(request.url())
    return request.method() === method && (typeof path === 'string' ? pathname === path : path.test(pathname))
  })

const attach = async (
  page: Page,
  label: string,
  file: { name: string; mimeType: string; buffer: Buffer },
) => {
  const chosen = page.waitForEvent('filechooser')
  await form(page)
    .getByRole('button', { name: `Choose a file: ${label}` })
    .click()
  await (await chosen).setFiles(file)
}

const findEverySpecifiedText = async (page: Page) => {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const words of BREADCRUMB) await crumbs.getByText(words, { exact: true }).waitFor()
  for (const name of [...STATUS_TABS, ...CATEGORY_TABS])
    await page.getByRole('tab', { name, exact: true }).waitFor()
  for (const name of BUTTONS) await page.getByRole('button', { name, exact: true }).first().waitFor()
  const sizes = page.getByRole('combobox', { name: 'Rows per page' }).getByRole('option')
  expect(await sizes.allTextContents()).toEqual(PAGE_SIZES.map((size) => `${size} per page`))
}

test('a defect is taken down with its files, shown, reported, and closed by somebody else', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const listed = requestTo(page, 'GET', CALLS.list)
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  const asked = new URL((await listed).url()).searchParams
  expect(Object.fromEntries(asked)).toEqual({
    ...{ exclude_status: 'closed,rejected', ordering: '-created_at', page: '1', page_size: '50' },
  })
  await findEverySpecifiedText(page)

  await page.getByRole('button', { name: 'New Defect' }).first().click()
  await save(page).click()
  await form(page).getByText('Please enter the defect description.').waitFor()
  await form(page).getByRole('textbox', { name: 'Defect Description' }).fill(WORDS)
  await attach(page, 'Screenshot', { name: 'list.png', mimeType: 'image/png', buffer: PICTURE })
  await attach(page, 'Attachment', { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>1') })
  await failOnce(page, 'POST', CALLS.list)
  await save(page).click()
  await told(page, TOASTS.not_created)
  const sent = requestTo(page, 'POST', CALLS.list)
  await save(page).click()
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/)
  await told(page, TOASTS.created)

  const row = page.getByRole('row').filter({ hasText: CUT })
  await row.getByRole('button', { name: /^Show the screenshot/ }).click()
  const preview = page.getByRole('dialog', { name: /^Screenshot of DEF-/ })
  const drawn = preview.getByRole('img', { name: 'list.png' })
  const width = await drawn.evaluate((element) => {
    // This room does not know the types of a page.
    const image = element as unknown as { decode(): Promise<void>; naturalWidth: number }
    return image.decode().then(() => image.naturalWidth)
  })
  expect(width).toBe(40)
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })

  await failOnce(page, 'GET', CALLS.report)
  await page.getByRole('button', { name: 'Report' }).press('Enter')
  await told(page, TOASTS.no_report)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).press('Enter')
  expect((await saved).suggestedFilename()).toBe(REPORT_FILE)

  const other = await open({ width: PHONE })
  await signIn(other, 'bakri')
  await closeOn(other)
  await page.getByRole('tab', { name: 'Closed' }).click()
  await row.getByText('Closed').waitFor()
  await page.getByRole('tab', { name: 'Clarification' }).click()
  await page.getByText('No defect is of this kind.').waitFor()
})

/** On a phone, by somebody who may not change the texts. */
const closeOn = async (page: Page) => {
  await page.goto('/dashboard/support')
  await page.getByRole('button', { name: new RegExp(`^Edit DEF-\\d+ ${CUT}$`) }).click()
  const panel = form(page)
  expect(
    await panel.getByRole('textbox', { name: 'Defect Description' }).getAttribute('readonly'),
  ).not.toBeNull()
  await panel.getByText('page.html.txt').waitFor()
  const status = panel.getByRole('combobox', { name: 'Status' })
  const options = await status
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))
  expect(options).toEqual(STATUSES)
  await expectAccessible(page, 'a defect on a phone')
  await panel.getByRole('button', { name: 'Show list.png' }).click()
  const preview = page.getByRole('dialog', { name: /^Screenshot of DEF-/ })
  await preview.getByRole('img', { name: 'list.png' }).waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  await panel.locator('[aria-label="Show list.png"]:focus').waitFor()

  const commented = requestTo(page, 'POST', CALLS.comment)
  await panel.getByRole('textbox', { name: 'Comment', exact: true }).fill('Seen here as well.')
  await panel.getByRole('button', { name: 'Add Comment' }).click()
  expect((await commented).postDataJSON()).toEqual({ comment: 'Seen here as well.' })
  await panel.getByRole('listitem').filter({ hasText: 'Seen here as well.' }).waitFor()
  await status.selectOption('closed')
  await failOnce(page, 'PATCH', CALLS.list)
  await save(page).click()
  await told(page, TOASTS.not_updated)
  const changed = requestTo(page, 'PATCH', CALLS.change)
  await save(page).click()
  await changed
  await told(page, TOASTS.updated)
  await panel.waitFor({ state: 'detached' })
}

test('an open defect has an address, which is left by one question and leads to any defect', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto('/dashboard/support?tab=all')
  await page.getByRole('row').filter({ hasText: 'DEF-' }).first().click()
  const panel = form(page)
  const comment = panel.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.fill('Half a thought')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)

  const closed = page.url()
  await page.goBack()
  await comment.waitFor()
  const { searchParams } = new URL(page.url())
  await page.goForward()
  await panel.waitFor({ state: 'detached' })
  expect(page.url()).toBe(closed)

  // Of a tab in which it does not stand.
  await page.goto(`/dashboard/support?category=Clarification&tab=rejected&open=${searchParams.get('open')}`)
  await comment.waitFor()
  await page.goto('/dashboard/support?open=00000000-0000-4000-8000-000000000000')
  await page.getByText('The defect could not be loaded.').waitFor()
})

test('what is typed while a comment is on its way stays', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/support?tab=all')
  await page.getByRole('row').filter({ hasText: 'DEF-' }).first().click()
  const comment = form(page).getByRole('textbox', { name: 'Comment', exact: true })
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => CALLS.comment.test(url.pathname),
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  await comment.fill('The first.')
  await form(page).getByRole('button', { name: 'Add Comment' }).click()
  await comment.fill('The second, half')
  // Whatever is saved now would say the first once more.
  expect(await save(page).isDisabled()).toBe(true)
  held.resolve()
  await told(page, 'Comment added.')
  expect(await comment.inputValue()).toBe('The second, half')
  await expect.poll(() => save(page).isEnabled()).toBe(true)
})
