/** What comes out of the printer, read back from the pages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { inkOf, pagesOf, squeeze } from './pdf.ts'
import { signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })
/** A page of text on white; a dark screen is over 0.8. */
const INK_MAX = 0.2
/** No list begins on the first sheet below as much. */
const SHEET_PX = 1_024

let folder: string
let page: Page
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lulus-print-'))
  page = await open({ scheme: 'dark' })
  await signIn(page, 'devi')
})
afterAll(() => rm(folder, { recursive: true }))

/** The sheets, their backgrounds printed too; `ink` is that of the first. */
const print = async () => {
  const file = join(folder, 'page.pdf')
  await writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  return { sheets: pagesOf(file), ink: inkOf(file) }
}

/** The sheets, had the list so much above it. */
const printBelow = async (above_px: number) => {
  await page.evaluate(`content.style.setProperty('padding-top', '${above_px}px', 'important')`)
  return (await print()).sheets
}

/** Evaluated in the page: the words of cells that do not fit, though text stays in a file where nobody sees it. */
const CUT = `[...document.querySelectorAll('th, td, td *')]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent)`

const CHROME = ['My Account', 'Admin Setting', '50 per page', 'Columns', 'Show Filters', '© 2024', 'Next']

test('a list is printed with all rows of its page, its heads on each sheet, and nothing around it', async () => {
  await page.goto('/dashboard/invoices')
  const rows = page.locator('tr[data-row]')
  await rows.nth(20).waitFor()
  const cells = await rows.locator('td').allTextContents()
  const heads = await page.locator('th').allTextContents()
  const { sheets, ink } = await print()
  expect(sheets.length).toBeGreaterThan(1)
  for (const sheet of sheets) for (const head of heads) expect(sheet).toContain(squeeze(head))
  const all = sheets.join('')
  for (const cell of cells) expect(all).toContain(squeeze(cell))
  for (const words of CHROME) expect(all).not.toContain(squeeze(words))
  expect(ink).toBeLessThan(INK_MAX)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(CUT)).toEqual([])
  await page.emulateMedia({ media: null })
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
})

test('a list says on paper what it is narrowed by', async () => {
  await page.goto('/dashboard/customers?name=Seri')
  await page.locator('tr[data-row]').first().waitFor()
  await page.getByText('Buyer Name: Seri', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.getByText('Buyer Name: Seri', { exact: true }).isVisible()).toBe(false)
  expect((await print()).sheets[0]).toContain(squeeze('Buyer Name: Seri'))

  await page.goto(
    '/dashboard/invoices/approval?sender_store_code=PEN01&date_start=2026-01-05&may_approve=true',
  )
  await page.getByText('Only what I may approve').nth(1).waitFor({ state: 'attached' })
  const [sheet] = (await print()).sheets
  for (const words of ['Department: PEN01', 'Issue Date From: 5 Jan 2026', 'Only what I may approve']) {
    expect(sheet).toContain(squeeze(words))
  }
  expect(sheet).not.toContain(squeeze('Invoice Number:'))
})

test('how many there are never stands on a sheet of its own', async () => {
  await page.goto('/dashboard/invoices?tab=Failed')
  await page.locator('tr[data-row]').first().waitFor()
  const heads = await page.locator('th').allTextContents()
  let [fits, breaks] = [0, SHEET_PX]
  while (breaks - fits > 1) {
    const above = Math.floor((fits + breaks) / 2)
    if ((await printBelow(above)).length === 1) fits = above
    else breaks = above
  }
  const [, last] = await printBelow(breaks)
  expect(last).toMatch(/of\d+Documents$/)
  for (const head of heads) expect(last).toContain(squeeze(head))
})

test('a document that is open is printed alone, whole and unfolded', async () => {
  await page.goto('/dashboard/invoices?tab=Validated')
  const link = page.locator('tr[data-row]').first().getByRole('link').first()
  const number = (await link.textContent()) ?? ''
  await link.click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByText('Submission evidence').waitFor({ state: 'attached' })
  const { sheets, ink } = await print()
  const all = sheets.join('')
  for (const words of [number, 'Internal UUID', 'Supplier', 'Total payable', 'History']) {
    expect(all).toContain(squeeze(words))
  }
  for (const words of [...CHROME, 'Receiver Name', 'Fetch Updates']) expect(all).not.toContain(squeeze(words))
  expect(ink).toBeLessThan(INK_MAX)
})

/** Evaluated in the page: the words of the dashboard that are cut off on paper; a pixel holds what is only heard. */
const CUT_WORDS = `[...document.querySelectorAll('main :is(li, li *, p, h2, h3)')]
  .filter((one) => one.checkVisibility() && one.clientWidth > 1 && getComputedStyle(one).overflow !== 'visible')
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`

test('the dashboard is printed with all of its words', async () => {
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(CUT_WORDS)).toEqual([])
  await page.emulateMedia({ media: null })
})
