/** What takes itself away when it is pressed, or rests while it works, leaves nobody at the top of the page. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const HELD = `(() => {
  const { activeElement: at } = document
  const row = at.closest('[data-row]')
  return row ? 'a row' : at.matches('h1') ? 'the heading' : (at.ariaLabel || at.textContent).trim() || at.tagName
})()`
const held = (page: Page) => page.evaluate<string>(HELD)

const STATUS = /^(?:Approved|Cancelled|Invalid|Pending Approval|Rejected|Submitted|Validated)$/

const press = async (page: Page, name: string) => {
  const control = page.getByRole('button', { name, exact: true })
  await control.focus()
  await page.keyboard.press('Enter')
  return control
}

test('a Retry that helped', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await page.route('**/api/v1/customers/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard/customers')
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unrouteAll()
  const control = await press(page, 'Retry')
  await control.waitFor({ state: 'detached' })
  await page.locator('[data-row]').first().waitFor()
  await expect.poll(() => held(page)).toMatch(/^(?:a row|the heading)$/)
})

test('a filter that is lifted', async () => {
  const page = await open()
  await signIn(page, 'devi', '/dashboard/invoices?buyer_email=nobody')
  const control = await press(page, 'Remove filter Buyer Email')
  await control.waitFor({ state: 'detached' })
  await expect.poll(() => held(page)).toMatch(/^(?:a row|the heading)$/)
})

test('a button that is busy, and the toast about it', async () => {
  const page = await open()
  await signIn(page, 'bakri', '/dashboard/my-account?tab=notifications')
  await press(page, 'Save Preferences')
  const toast = page.getByRole('alert').filter({ hasText: 'Notification preferences updated successfully!' })
  await toast.waitFor()
  await expect.poll(() => held(page)).toBe('Save Preferences')
  await toast.getByRole('button').press('Enter')
  await toast.waitFor({ state: 'detached' })
  await expect.poll(() => held(page)).toBe('the heading')
})

test('a dialog that is closed leaves it with what opened it', async () => {
  const page = await open()
  await signIn(page, 'devi', '/dashboard/invoices')
  // Which rows have one depends on what other files of this product have made.
  const opener = page.locator('[data-row]').getByRole('button', { name: STATUS }).nth(1)
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Submission Details' })
  await dialog.getByRole('button').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => opener.and(page.locator(':focus')).count()).toBe(1)
})

test('the head of a calendar, whose months become years', async () => {
  const page = await open()
  await signIn(page, 'devi', '/dashboard/invoices/approval')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Open the calendar' }).first().click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  const month = calendar.getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ })
  await month.press('Enter')
  await month.waitFor({ state: 'detached' })
  await expect.poll(() => calendar.locator(':focus').count()).toBe(1)
})
