/** The list's export where it is too large to be waited for: it goes on without the tab that asked for it. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { submitInvoices } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const CONTRACT = 'E2E-LARGE'
let numbers: string[] = []

beforeAll(async () => {
  const one = { store: 'KUL01', buyer: 'Seri Jaya', contract: CONTRACT }
  numbers = (await submitInvoices('aminah', [one, one])).map(({ number }) => number)
})

const LATE = 'also if you close this tab.'
const isList = (url: URL) => url.pathname.endsWith('/summary-invoices/')
const isRequested = (url: URL) => url.pathname.endsWith('/reports/adhoc/')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The list as it stands before more documents than a test makes. */
const openLarge = async (page: Page) => {
  await page.route(isList, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), count: 10_000, more: true } })
  })
  await page.goto(`/dashboard/invoices?contract_number=${CONTRACT}`)
  await page.getByText('of more than 10,000 Documents').waitFor()
}

/** Its reports as they are while nobody can see the end of them. */
const holdBack = (page: Page) =>
  page.route(isRequested, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const making = { state: 'running', generated_file: null, rows: 120_000, rows_total: 312_000 }
    const results = answer.results.map((row: object) => ({ ...row, ...making }))
    await route.fulfill({ response, json: { ...answer, results } })
  })

/** The numbers in a file, in its order. */
const saved = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  expect(file.suggestedFilename()).toMatch(/^invoices_\d{14}\.(?:csv|xlsx)$/)
  return readFile(await file.path())
}

const seeAll = (csv: Buffer) => {
  const lines = csv.toString().trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(numbers.length)
  for (const number of numbers) expect(lines.filter((line) => line.includes(`,${number},`))).toHaveLength(1)
}

test('is begun in one tab, and found in another when that one is closed', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openLarge(page)
  await holdBack(page)
  await button(page, 'CSV Report').click()
  const toast = page.getByRole('alert').filter({ hasText: LATE })
  await toast.getByText('CSV Report: 120,000 of 312,000 documents.').waitFor()
  expect(await toast.getAttribute('aria-live')).toBe('off')
  await expectAccessible(page, 'the list while its export is made')
  const other = await page.context().newPage()
  await page.close()
  await other.goto('/dashboard/report')
  const row = other.getByRole('row', { name: /^Invoice list, / }).first()
  await row.getByText(`Contract Number: ${CONTRACT}`).waitFor()
  seeAll(await saved(other, () => row.getByRole('button', { name: /^Download / }).click()))
  await expectAccessible(other, 'the reports with an export of the list')
})

test('is saved by itself where its tab is open, whichever screen that shows', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openLarge(page)
  await holdBack(page)
  await button(page, 'Excel Report').click()
  const toast = page.getByRole('alert').filter({ hasText: LATE })
  await toast.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
  await toast.getByText('120,000 of 312,000').waitFor()
  await page
    .getByRole('row', { name: /^Invoice list, / })
    .getByText('120,000 of 312,000')
    .first()
    .waitFor()
  const file = await saved(page, () => page.unrouteAll({ behavior: 'wait' }))
  expect(file.subarray(0, 2).toString()).toBe('PK')
  await toast.waitFor({ state: 'detached' })
  await page.getByText('The report was downloaded.').waitFor()
})

test('is made, and said to be, where only its download breaks off; one answer that fails ends nothing', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await openLarge(page)
  await page.route(isRequested, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  const isFile = (url: URL) => /\/reports\/[^/]+\/download\/$/.test(url.pathname)
  await page.route(isFile, (route) => route.abort())
  await button(page, 'CSV Report').click()
  await page
    .getByText(/^The report was made, but could not be downloaded: .* It stands under Reports\.$/)
    .waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test('is one at a time, and says on a phone too where the first one is', async () => {
  const page = await open({ width: PHONE })
  await signIn(page, 'aminah')
  await openLarge(page)
  const why =
    'One of your reports is being made. Ask for this one once it is done; Reports shows how far it is.'
  const refused = { status: 409, json: { detail: why, code: 'report_running' } }
  await page.route('**/api/v1/notifications/reports/list/', (route) => route.fulfill(refused), { times: 1 })
  await button(page, 'CSV Report').click()
  await page.getByText(why).first().waitFor()
  seeAll(await saved(page, () => button(page, 'CSV Report').click()))
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE)
})
