import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice } from './documents.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const CONTRACT = 'E2E-LIST'
const numbers: string[] = []

beforeAll(async () => {
  for (const quantity of ['2', '30', '1']) {
    const wanted = { store: 'KUL01', buyer: 'Seri Jaya', contract: CONTRACT, quantity }
    numbers.push((await submitInvoice('aminah', wanted)).number)
  }
})

const openList = async (search = `?contract_number=${CONTRACT}`) => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto(`/dashboard/invoices${search}`)
  await page.getByRole('row').nth(1).waitFor()
  return page
}

const query = (page: Page) => new URL(page.url()).searchParams
const shownNumbers = async (page: Page) => {
  const texts = await page.getByRole('button', { name: /^M-/ }).allTextContents()
  return texts.map((text) => text.trim())
}

test('sorts by a column, in the address too, and Back undoes it', async () => {
  const page = await openList()
  const header = page.getByRole('columnheader', { name: 'Document Total' })
  await header.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('sort_order') === 'asc')
  expect(query(page).get('sort_by')).toBe('total_payable_amount')
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  const ascending = [numbers[2], numbers[0], numbers[1]]
  await expect.poll(() => shownNumbers(page)).toEqual(ascending)
  await header.getByRole('button').click()
  await expect.poll(() => shownNumbers(page)).toEqual(ascending.toReversed())
  await page.goBack()
  await expect.poll(() => shownNumbers(page)).toEqual(ascending)
})

test('keeps tab and filters in the address and forgets them on Reset Filters', async () => {
  const page = await openList('')
  const csv = page.getByRole('button', { name: 'CSV Report' })
  expect(await csv.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await page.getByRole('textbox', { name: 'Contract Number' }).fill(CONTRACT)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await page.waitForURL((url) => url.searchParams.get('contract_number') === CONTRACT)
  await expect.poll(async () => (await shownNumbers(page)).toSorted()).toEqual(numbers.toSorted())
  await page.getByText('3 of 3 Documents').waitFor()
  expect(await csv.getAttribute('aria-disabled')).toBeNull()
  const [report] = await Promise.all([page.waitForEvent('download'), csv.click()])
  expect(report.suggestedFilename()).toMatch(/^invoices_\d{14}\.csv$/)
  const lines = (await readFile(await report.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  for (const number of numbers) expect(lines.filter((line) => line.includes(`,${number},`))).toHaveLength(1)
  await page.getByRole('tab', { name: 'Validated', exact: true }).click()
  await page.getByText('No document matches these filters.').waitFor()
  expect(query(page).get('tab')).toBe('Validated')
  await page.getByRole('tab', { name: 'Pending Approval', exact: true }).click()
  await expect.poll(() => shownNumbers(page)).toHaveLength(3)
  await page.getByRole('button', { name: 'Reset Filters' }).first().click()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('tab', { name: 'All', exact: true, selected: true }).waitFor()
})

test('opens a document by keyboard, walks with J and K, and gives the focus back', async () => {
  const page = await openList(`?contract_number=${CONTRACT}&sort_by=total_payable_amount&sort_order=asc`)
  const [first, second] = await shownNumbers(page)
  await page.getByRole('button', { name: first ?? '', exact: true }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: first ?? '' }).waitFor()
  expect(query(page).get('open')).not.toBeNull()
  await page.keyboard.press('j')
  await panel.getByRole('heading', { name: second ?? '' }).waitFor()
  await page.keyboard.press('k')
  await panel.getByRole('heading', { name: first ?? '' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  const focused = page.locator('[data-row] :focus')
  expect(await focused.textContent()).toContain(first ?? 'nothing')
  expect(query(page).get('open')).toBeNull()
})

test('shows what the authority said when a status is clicked', async () => {
  const page = await openList()
  await page.getByRole('button', { name: 'Pending Approval' }).first().click()
  await page.getByRole('dialog', { name: 'Submission Details' }).waitFor()
})
