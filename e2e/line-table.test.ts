import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill, openMore } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const openForm = async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await fill(page, 'Unit Price, line 1', '1234.5')
  return page
}

const cell = (page: Page, name: string) => page.getByLabel(`${name}, line 1`, { exact: true })

/** A program of the page itself, in words: this room's types know no browser. */
const framesPass = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

test('the cursor stays in the cell that was entered last, however quick the clerk is', async () => {
  const page = await openForm()
  const [price, tax] = [cell(page, 'Unit Price'), cell(page, 'Tax Type')]
  await page.getByLabel('Payment Due Date').focus()
  // Both within one frame, which no two commands from outside are.
  await tax.evaluate(
    (next, first) => {
      first?.focus()
      next.focus()
    },
    await price.elementHandle(),
  )
  await framesPass(page)
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Tax Type, line 1')
})

test('typing replaces what stood in a cell, entered by mouse as by key', async () => {
  const page = await openForm()
  await cell(page, 'Tax Type').click()
  await page.keyboard.type('01')
  await page.keyboard.press('Tab')
  expect(await cell(page, 'Tax Type').inputValue()).toMatch(/^01 /)
  const price = cell(page, 'Unit Price')
  expect(await price.inputValue()).toBe('1,234.50')
  await price.click()
  await page.keyboard.type('7')
  expect(await price.inputValue()).toBe('7')
  await price.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('8')
  expect(await price.inputValue()).toBe('8')
})

/** Puts cells on the clipboard, as a spreadsheet does, and pastes them where the cursor is. */
const paste = async (page: Page, rows: readonly (readonly string[])[]) => {
  const text = rows.map((row) => row.join('\t')).join('\r\n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+V')
}

test('rows of a spreadsheet are spread over the lines, told where they do not fit, and taken back', async () => {
  const page = await openForm()
  const at = (name: string, line: number) => page.getByLabel(`${name}, line ${line}`, { exact: true })
  await at('Description', 1).click()
  await paste(page, [
    ['Kertas A4', '022', '10', 'EA', 'RM 12.50', '', '', '01', '10'],
    ['Toner', 'books', '2', 'XBX', '1 250.00', '5', '', '02', '8'],
    ['Delivery', '', 'one', '', '50'],
  ])
  await page.getByText('3 rows were pasted.').waitFor()
  expect(await at('Description', 1).inputValue()).toBe('Kertas A4')
  expect(await at('Unit Price', 1).inputValue()).toBe('12.50')
  expect(await at('Tax Type', 1).inputValue()).toMatch(/^01 /)
  expect(await at('Unit Price', 2).inputValue()).toBe('1,250.00')
  expect(await at('Unit', 2).inputValue()).toBe('XBX')
  expect(await at('Discount Amount', 2).inputValue()).toBe('125.00')
  await page.getByText('Classification: Please choose from the list.', { exact: true }).waitFor()
  expect(await at('Classification', 2).inputValue()).toBe('books')
  await page.getByText('Quantity: Please enter a number.', { exact: true }).waitFor()
  expect(await at('Quantity', 3).inputValue()).toBe('one')
  await expectAccessible(page, 'lines that were pasted')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await at('Description', 2).waitFor({ state: 'detached' })
  expect(await at('Unit Price', 1).inputValue()).toBe('1,234.50')
  expect(await page.getByText('Please choose from the list.').count()).toBe(0)

  // A column goes down from where the cursor is; what is typed since is not taken back with it.
  await at('Quantity', 1).click()
  await paste(page, [['3'], ['4']])
  await page.getByText('2 rows were pasted.').waitFor()
  await at('Quantity', 2).fill('5')
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
  // The text of one cell is pasted like other text.
  await at('Quantity', 1).click()
  await paste(page, [['1,250']])
  expect(await at('Quantity', 1).inputValue()).toBe('1,250')
  expect(await at('Quantity', 2).inputValue()).toBe('5.00')
})

test('a text of several lines is one description, and a column of a spreadsheet is several', async () => {
  const page = await openForm()
  const second = page.getByLabel('Description, line 2', { exact: true })
  await cell(page, 'Description').click()
  await paste(page, [['Kertas A4'], ['80 gsm']])
  expect(await cell(page, 'Description').inputValue()).toBe('Kertas A4 80 gsm')
  expect(await second.count()).toBe(0)

  // Spreadsheets put a table beside the text.
  const kinds = {
    'text/plain': 'Toner\nInk',
    'text/html': '<table><tr><td>Toner</td></tr><tr><td>Ink</td></tr></table>',
  }
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem(${JSON.stringify(kinds)})])`)
  await cell(page, 'Unit Price').click()
  await cell(page, 'Description').click()
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByText('2 rows were pasted.').waitFor()
  expect(await cell(page, 'Description').inputValue()).toBe('Toner')
  expect(await second.inputValue()).toBe('Ink')
})

/** Whether the first line stands between the top bar and the bar of buttons, with nothing scrolled. */
const expectFirstLineInSight = async (page: Page) => {
  expect(page.viewportSize()).toMatchObject({ width: 1440, height: 900 })
  const line = await cell(page, 'Description').boundingBox()
  const bar = await page.getByRole('button', { name: 'Request Approval' }).boundingBox()
  expect(await page.evaluate('window.scrollY')).toBe(0)
  expect((line?.y ?? 900) + (line?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
}

test('one empty line waits in sight, is no item yet, and a figure in it makes it one', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  await page.getByText('TIN matches').waitFor()
  await expectFirstLineInSight(page)
  const send = page.getByRole('button', { name: 'Request Approval' })
  await send.click()
  await page.getByRole('link', { name: 'Please add at least one item before submitting.' }).click()
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Description, line 1')
  await fill(page, 'Quantity, line 1', '4')
  await send.click()
  await page.getByRole('link', { name: /^Line 1, Classification/ }).waitFor()
})

test('a discount is typed in the line itself, by rate or by amount, and Enter goes on from there', async () => {
  const page = await openForm()
  await fill(page, 'Discount Rate (%), line 1', '10')
  expect(await cell(page, 'Discount Amount').inputValue()).toBe('123.45')
  await cell(page, 'Discount Amount').press('Enter')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Description, line 2')
  await page.getByLabel('Discount Amount, line 2', { exact: true }).press('ArrowUp')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Discount Amount, line 1')
  await page.keyboard.type('246.9')
  expect(await cell(page, 'Discount Rate (%)').inputValue()).toBe('20.00')
})

test('rare fields wait under More, which opens for an error and for a link to one', async () => {
  const page = await openForm()
  const rounding = page.getByRole('textbox', { name: 'Rounding Amount', exact: true })
  await page.getByText('More', { exact: true }).waitFor()
  expect(await rounding.isVisible()).toBe(false)
  await openMore(page)
  await rounding.fill('5')
  await rounding.press('Tab')
  await page.getByRole('link', { name: /^Rounding Amount/ }).waitFor()
  await openMore(page)
  expect(await rounding.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await rounding.waitFor()
  await openMore(page)
  await page.getByRole('link', { name: /^Rounding Amount/ }).click()
  await rounding.and(page.locator(':focus')).waitFor()
})

test('a code typed into a cell is taken when it is left by mouse; what is none stays, with what is wrong', async () => {
  const page = await openForm()
  const code = (name: string) => page.getByRole('combobox', { name: `${name}, line 1`, exact: true })
  const [tax, unit] = [code('Tax Type'), code('Unit')]
  for (const [field, text] of [
    [tax, '01'],
    [unit, 'furlongs of cloth'],
  ] as const) {
    await field.click()
    await field.fill(text)
    await cell(page, 'Quantity').click()
  }
  expect(await tax.inputValue()).toMatch(/^01 /)
  expect(await unit.inputValue()).toBe('furlongs of cloth')
  await page.getByText('Unit: Please choose from the list.', { exact: true }).waitFor()
})

test('the month of a consolidated document is asked for in sight of the dates, until it is named', async () => {
  const page = await openForm()
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Classification, line 1', '004')
  const hint = page.getByRole('status').filter({ hasText: 'Please enter the billing period: the 7 days' })
  await hint.waitFor()
  await openMore(page)
  await fill(page, 'Billing Period Start', '1 Oct 2026')
  await fill(page, 'Billing Period End', '31 Oct 2026')
  await page.keyboard.press('Tab')
  await hint.waitFor({ state: 'detached' })
})
