/** Reports, from the first filter to the last mail. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { ownProduct } from './own-product.ts'
import { signIn } from './people.ts'
import {
  BUTTONS,
  FILTERS,
  FREQUENCIES,
  HEADINGS,
  REQUESTED_COLUMNS,
  ROW,
  SCHEDULED_COLUMNS,
  TOAST_MS,
  TOASTS,
} from './specified/reports.ts'

const { open } = startBrowser()
const { data_dir } = ownProduct()

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const told = (page: Page, words: string) => page.getByText(words).first().waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isRequested = (url: URL) => url.pathname.endsWith('/reports/adhoc/')

const openReports = async (page: Page, { by_menu }: { by_menu: boolean }) => {
  if (by_menu) await page.getByRole('link', { name: 'Reporting' }).click()
  else await page.goto('/dashboard/report')
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
}

/** Narrows the report to one status. */
const chooseStatus = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Validated', exact: true }).click()
  await page.keyboard.press('Escape')
}

/** A step of the page's time, which stands still between two; what fades takes a few of them. */
const STEP_MS = 100
const FADE_MS = 1_000
const SEEN_LATE_MS_MAX = 500

/** Presses it, sees the toast, and sees it hide after this time: the page's, not the machine's. */
const seeHide = async (
  page: Page,
  press: () => Promise<void>,
  { words, ms }: { words: string; ms: number },
) => {
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + STEP_MS * 10)
  await press()
  const toast = page.getByRole('alert').filter({ hasText: words })
  const stepUntil = async (state: 'shown' | 'hidden', steps_max: number) => {
    for (let step = 0; step < steps_max; step += 1) {
      if ((await toast.count()) === (state === 'shown' ? 1 : 0)) return step * STEP_MS
      await page.clock.runFor(STEP_MS)
    }
    throw new Error(`The toast ${words} is not ${state}.`)
  }
  await stepUntil('shown', 300)
  const stood_ms = await stepUntil('hidden', (ms + FADE_MS) / STEP_MS)
  // It stood for a while before it was seen: never more than the half second by which the two times differ.
  expect(stood_ms).toBeGreaterThan(ms - SEEN_LATE_MS_MAX)
  await page.clock.resume()
}

const seeFilters = async (page: Page) => {
  for (const label of Object.values(FILTERS)) await page.getByLabel(label, { exact: true }).first().waitFor()
}

/** Whoever has one company finds it filled in. */
const seeTenant = async (page: Page, name: string) => {
  const tenant = page.getByLabel('Tenant')
  expect(await tenant.isDisabled()).toBe(true)
  expect(await tenant.locator('option:checked').textContent()).toBe(name)
}

/** Asks for a report, sees it generated, and takes it away. */
const getReport = async (page: Page) => {
  // It is generated while nobody can see the end of it.
  await page.route(isRequested, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const making = { state: 'running', generated_file: null, rows: 12_000, rows_total: 40_000 }
    const results = answer.results.map((row: object) => ({ ...row, ...making }))
    await route.fulfill({ response, json: { ...answer, results } })
  })
  await button(page, 'Get Report').click()
  await told(page, TOASTS.adhoc)
  await told(page, ROW.generating)
  await told(page, '12,000 of 40,000 documents')
  await button(page, 'Get Report').and(page.locator('[aria-disabled="true"]')).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  const coming = page.waitForEvent('download')
  await button(page, new RegExp(`^${ROW.download} Invoices, `))
    .first()
    .click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^invoices_\d{14}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFDepartment Code,Supplier Name,/)
}

/** Schedules a report of this name, and sees when it comes. */
const schedule = async (page: Page, frequency: string, name: string) => {
  await button(page, 'Schedule This Report').click()
  const form = page.getByRole('dialog', { name: 'Schedule This Report' })
  await form.getByLabel('Frequency').selectOption(frequency)
  await form
    .getByText(/^next: \w{3} \d{1,2} \w{3} \d{4} 06:00 MYT, covers \d/)
    .nth(2)
    .waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await button(page, 'Schedule').click()
  await told(page, TOASTS.scheduled)
  await form.waitFor({ state: 'detached' })
  await section(page, 'Scheduled Subscriptions').getByText(name).first().waitFor()
}

const remove = async (page: Page, name: string, words: string) => {
  await button(page, `Delete ${name}`).first().click()
  const question = page.getByRole('dialog')
  await question.getByText(words).waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

const mailsWith = async (words: string) => {
  const folder = join(data_dir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(words)).length
}

test('a report is requested, scheduled, sent, taken away and deleted at a desk', async () => {
  const page = await open({ width: DESK })
  await signIn(page, 'aminah')
  await openReports(page, { by_menu: true })
  await seeTenant(page, 'Kinabalu Trading Sdn Bhd')
  await seeFilters(page)
  for (const name of HEADINGS) await page.getByRole('heading', { name, exact: true }).waitFor()
  for (const [table, columns] of [
    ['Scheduled Subscriptions', SCHEDULED_COLUMNS],
    ['Past Requested Reports', REQUESTED_COLUMNS],
  ] as const) {
    for (const name of columns) {
      await section(page, table).first().getByRole('columnheader', { name, exact: true }).waitFor()
    }
  }
  const get = button(page, 'Get Report')
  expect(await get.getAttribute('aria-disabled')).toBe('true')
  await chooseStatus(page)
  await get.and(page.locator(':not([aria-disabled])')).waitFor()
  await getReport(page)
  for (const name of BUTTONS) await button(page, name).first().waitFor()

  for (const frequency of FREQUENCIES) await schedule(page, frequency, `Desk ${frequency}`)
  await button(page, 'Send me one now: Desk weekly').click()
  await button(page, /^Download Desk weekly, /).waitFor()
  await page
    .getByRole('row', { name: /^Desk weekly Weekly/ })
    .getByRole('cell', { name: /^\d{1,2} \w{3} \d{4}, \d\d:\d\d MYT$/ })
    .waitFor()
  expect(await mailsWith('Message-ID: <report-')).toBe(1)

  const admin = await open()
  await signIn(admin, 'devi')
  await openReports(admin, { by_menu: false })
  await admin.getByRole('row', { name: /^Desk weekly .* Aminah Yusof/ }).waitFor()
  await remove(admin, 'Desk monthly', 'Nothing is sent to Aminah Yusof any more')

  await button(page, 'Refresh').click()
  await page.getByRole('row', { name: /Desk monthly/ }).waitFor({ state: 'detached' })
  await remove(page, 'Desk daily', 'Nothing is sent to you any more')
  await remove(page, 'Desk weekly', 'stay under Past Requested Reports')
  await told(page, 'Nothing is scheduled yet.')
  const report = (await button(page, /^Download Desk weekly, /).getAttribute('aria-label')) ?? ''
  await remove(page, report.replace('Download ', ''), 'Its file is deleted with it')
  await button(page, report).waitFor({ state: 'detached' })
})

test('the same on a phone, and what the server does not take is told', async () => {
  const page = await open({ width: PHONE })
  await page.clock.install()
  await signIn(page, 'chong')
  await openReports(page, { by_menu: false })
  await seeTenant(page, 'Selat Foods Sdn Bhd')
  await seeFilters(page)
  await chooseStatus(page)
  // Refused: what never arrives is sent again by itself, and its toast may go before its time.
  const refused = { status: 422, json: { detail: 'Not now.' } }
  await page.route('**/api/v1/notifications/reports/', (route) => route.fulfill(refused), { times: 1 })
  const press = () => button(page, 'Get Report').click()
  await seeHide(page, press, { words: TOASTS.failed, ms: TOAST_MS.bad })
  await seeHide(page, press, { words: TOASTS.adhoc, ms: TOAST_MS.good })
  await getReport(page)
  await schedule(page, 'weekly', 'Phone weekly')
  await remove(page, 'Phone weekly', 'Delete the weekly report Phone weekly?')
  await told(page, 'Nothing is scheduled yet.')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE)
})
