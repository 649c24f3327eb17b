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

test('a button that is busy', async () => {
  const page = await open()
  await signIn(page, 'bakri', '/dashboard/my-account?tab=notifications')
  await press(page, 'Save Preferences')
  await page.getByText('Notification preferences updated successfully!').first().waitFor()
  await expect.poll(() => held(page)).toBe('Save Preferences')
})
