import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook } from './chromium.ts'
import { submitInvoice } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
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
  const texts = await page.getByRole('link', { name: /^M-/ }).allTextContents()
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

test.each([1440, 1280])('nothing moves when a document is opened beside the list at %i px', async (width) => {
  const page = await openList('')
  await changeLook(page, { width })
  const head = page.getByRole('columnheader').first()
  const top = async () => (await head.boundingBox())?.y
  const before = await top()
  await page.getByRole('link', { name: /^M-/ }).first().click()
  await page.getByRole('dialog', { name: 'Invoice Details' }).getByRole('heading').first().waitFor()
  expect(await top()).toBe(before)
  await expectAccessible(page, `the list beside a document at ${width} px`)
})

test('keeps tab and filters in the address and forgets them on Reset Filters', async () => {
  const page = await openList('')
  const csv = page.getByRole('button', { name: 'CSV Report' })
  expect(await csv.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await page.getByRole('button', { name: 'More filters' }).click()
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
  // Without the panel the filters in force are lifted where they stand.
  await page.goto(`/dashboard/invoices?contract_number=${CONTRACT}&tab=Pending%20Approval`)
  await page
    .getByRole('list', { name: 'Filters in force' })
    .getByRole('button', { name: 'Reset Filters' })
    .click()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('button', { name: 'Show Filters' }).click()
  // What was typed and not applied goes as well.
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('textbox', { name: 'Invoice Number' }).fill('M-')
  await filters.getByRole('button', { name: 'Reset Filters' }).click()
  expect(await filters.getByRole('textbox', { name: 'Invoice Number' }).inputValue()).toBe('')
})

test('refuses more departments than one filter holds, and leaves what was chosen', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const codes = Array.from({ length: 83 }, (_, at) => `OLD${String(at).padStart(2, '0')}`)
  const said = () => query(page).get('sender_store_code')?.split(',')
  await page.goto(`/dashboard/invoices?sender_store_code=${codes}`)
  await page.getByRole('button', { name: 'Show Filters' }).click()
  const field = page.getByRole('combobox', { name: 'Department' })
  await field.fill('KUL01')
  await page.getByRole('option', { name: /^KUL01/ }).click()
  const refusal = page.getByText('That is more than one filter holds. Take some away.')
  await refusal.waitFor()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  expect(said()).toEqual(codes)
  for (const _ of ['KUL01', 'OLD82']) await field.press('Backspace')
  await refusal.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect.poll(said).toEqual(codes.slice(0, -1))
})

/** Types on from the moment at which the search is asked for, a letter with each picture, until it is long drawn. */
const typeOnMeanwhile = (letters: string) => `{
  const { pushState } = history
  const type = ([letter, ...rest]) => {
    if (letter === undefined) return
    document.execCommand('insertText', false, letter)
    requestAnimationFrame(() => type(rest))
  }
  history.pushState = (...step) => {
    history.pushState = pushState
    pushState.apply(history, step)
    type(${JSON.stringify(letters)})
  }
}`

test('takes every letter of a search, also those typed while the rest is being asked for', async () => {
  const page = await openList('')
  const box = page.getByRole('searchbox')
  await box.focus()
  const rest = 'defghijklmnopqrstuvwxyz0123456789'
  await page.evaluate(typeOnMeanwhile(rest))
  await box.pressSequentially('abc')
  await expect.poll(() => query(page).get('search')).toMatch(/9$/)
  expect([query(page).get('search'), await box.inputValue()]).toEqual([`abc${rest}`, `abc${rest}`])
  // What somebody else says in the address stands in the box: Back, Forward and a reset.
  await page.goBack()
  await expect.poll(() => box.inputValue()).toBe('')
  await page.goForward()
  await expect.poll(() => box.inputValue()).toBe(`abc${rest}`)
  await page.getByRole('button', { name: 'Reset Filters' }).first().click()
  await expect.poll(() => box.inputValue()).toBe('')
})

test('says of a search that finds more than are counted that there are more', async () => {
  const page = await openList()
  await page.route(
    ({ pathname }) => pathname === '/api/v1/summary-invoices/',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), count: 10_000, more: true } })
    },
  )
  await page.reload()
  await page.getByText('50 of more than 10,000 Documents').waitFor()
})

test('opens a document by keyboard, walks with J and K, and gives the focus back', async () => {
  const page = await openList(`?contract_number=${CONTRACT}&sort_by=total_payable_amount&sort_order=asc`)
  const [first, second] = await shownNumbers(page)
  await page.getByRole('link', { name: first ?? '', exact: true }).focus()
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

/** The row that has the focus, or what else has it. */
const held = (page: Page) =>
  page.evaluate<string>(`{
    const { type, role } = document.activeElement
    document.activeElement.closest('[data-row]')?.innerText ?? role ?? type
  }`)

test('has the details beside it where there is room, and can be used as before', async () => {
  const page = await openList(`?contract_number=${CONTRACT}&sort_by=total_payable_amount&sort_order=asc`)
  const [first = '', second = '', third = ''] = await shownNumbers(page)
  const link = (number: string) => page.getByRole('link', { name: number, exact: true })
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  const shows = (number: string) => panel.getByRole('heading', { name: number }).waitFor()
  await link(first).click()
  await shows(first)
  expect(await panel.getAttribute('aria-modal')).toBeNull()
  expect(await page.locator('.mantine-Drawer-overlay').count()).toBe(0)
  expect(await held(page)).toBe('dialog')

  // Nothing of the list lies beneath it.
  const list = await page.getByRole('region', { name: 'E-Invoices' }).boundingBox()
  const details = await panel.boundingBox()
  expect(list && details && list.x + list.width <= details.x).toBe(true)

  await page.getByRole('row').filter({ hasText: second }).getByText('Seri Jaya').click()
  await shows(second)
  expect(await held(page)).toBe('dialog')
  await page.keyboard.press('j')
  await shows(third)
  expect(await held(page)).toBe('dialog')
  await link(third).focus()
  await page.keyboard.press('k')
  await shows(second)
  expect(await held(page)).toContain(second)

  await page.keyboard.press('/')
  expect(await held(page)).toBe('search')
  await page.keyboard.press('Escape')
  await shows(second)
  await link(second).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await held(page)).toContain(second)
})

test('what is under way for one document says nothing of the next one', async () => {
  const page = await openList('?tab=Validated')
  const [first = '', second = ''] = await page
    .locator('tbody tr[data-row]')
    .getByRole('link')
    .allTextContents()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  const shows = (number: string) => panel.getByRole('heading', { name: number }).waitFor()
  await page.getByRole('link', { name: second, exact: true }).click()
  await shows(second)
  await page.keyboard.press('k')
  await shows(first)
  await page.route('**/generate-pdf/**', () => {})
  const pdf = panel.getByRole('button', { name: 'Get PDF' })
  await pdf.click()
  await expect.poll(() => pdf.getAttribute('data-loading')).toBe('true')
  await page.keyboard.press('j')
  await shows(second)
  expect(await pdf.getAttribute('data-loading')).toBeNull()
})

test('has them above it, and alone, where there is none', async () => {
  const page = await openList()
  await page.setViewportSize({ width: 1279, height: 900 })
  await page.getByRole('link', { name: /^M-/ }).first().click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: /^M-/ }).waitFor()
  expect(await panel.getAttribute('aria-modal')).toBe('true')
  for (let tabs = 0; tabs < 30; tabs += 1) await page.keyboard.press('Tab')
  expect(await panel.locator(':focus').count()).toBe(1)
  await page.mouse.click(300, 500)
  await panel.waitFor({ state: 'hidden' })
})

test('has the logo of the company in the head of the details', async () => {
  const page = await openList()
  await page.getByRole('link', { name: numbers[0] ?? '', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  const head = panel.getByRole('heading', { name: numbers[0] ?? '' }).locator('..')
  await head.locator('img[src^="data:image/"]').waitFor()
})

test('begins the details with the buyer, opens the content, and folds what only programs read', async () => {
  const page = await openList()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: numbers[1] ?? '', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  const buyer = panel.getByText('Seri Jaya').first()
  const line = panel.getByRole('rowheader', { name: /Network cabling/ })
  await line.waitFor()
  const y = async (at: Locator) => (await at.boundingBox())?.y ?? Number.NaN
  expect(await y(buyer)).toBeLessThan(await y(panel.getByRole('button', { name: 'Get PDF' })))
  await panel.getByText('Total payable').waitFor()
  const uuid = query(page).get('open') ?? ''
  const shown = panel.getByText(uuid)
  await shown.waitFor()
  expect(await y(shown)).toBeLessThan(await y(buyer))
  const status = panel.getByText('Status', { exact: true })
  expect(await status.isVisible()).toBe(false)
  await panel.getByText('Technical details').click()
  await panel.getByRole('button', { name: 'Copy: Internal UUID' }).click()
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(uuid)

  // Where a page may not copy, the text is selected.
  await page.evaluate('delete Navigator.prototype.clipboard; document.execCommand = () => false')
  await panel.getByRole('button', { name: 'Copy: Internal UUID' }).click()
  await panel.getByText('Press Ctrl+C').waitFor()
})

test('shows what the authority said when a status is clicked', async () => {
  const page = await openList()
  await page.getByRole('button', { name: 'Pending Approval' }).first().click()
  await page.getByRole('dialog', { name: 'Submission Details' }).waitFor()
})
