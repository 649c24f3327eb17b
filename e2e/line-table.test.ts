import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { fill } from './form.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const openForm = async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('button', { name: 'Add item' }).click()
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
  await page.getByLabel('Remarks').focus()
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
