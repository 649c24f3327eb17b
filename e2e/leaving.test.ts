/** Whoever typed something that is kept nowhere is asked before it goes. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { declineReload, fill } from './form.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' })
const answer = async (page: Page, name: 'Discard' | 'Go on editing') => {
  await question(page).getByRole('button', { name, exact: true }).click()
  await question(page).waitFor({ state: 'detached' })
}
const leave = (page: Page) => page.getByRole('link', { name: 'Customers', exact: true }).first().click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('of what I want to hear, but not between the tabs of My Account', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/my-account?tab=notifications')
  const box = page.getByRole('checkbox', { disabled: false }).first()
  const before = await box.isChecked()
  await box.click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'Notification Preferences' }).click()
  await leave(page)
  await answer(page, 'Go on editing')
  expect(await box.isChecked()).toBe(!before)
  await declineReload(page)
  await leave(page)
  await answer(page, 'Discard')
  await title(page, 'Customers')
})

test('but not of a kind that was taken away and taken up again', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/my-account?tab=notifications')
  const box = page.getByRole('checkbox', { name: 'On hold' })
  await box.uncheck()
  await box.check()
  await leave(page)
  await title(page, 'Customers')
})

test('of a payload that was not traced yet, which also stays over a look at the other tab', async () => {
  const page = await open()
  await signIn(page, 'devi', '/data-mapping/trace')
  await page.getByRole('tab', { name: 'Payload' }).click()
  await fill(page, 'Payload', '{"invoice_number": "T-1"}')
  await page.getByRole('tab', { name: 'Stored document' }).click()
  await page.getByRole('tab', { name: 'Payload' }).click()
  expect(await page.getByRole('textbox', { name: 'Payload' }).inputValue()).toContain('T-1')
  await leave(page)
  await answer(page, 'Go on editing')
  await page.getByRole('button', { name: 'Trace', exact: true }).click()
  await page.getByRole('heading', { name: 'Mappings and defaults' }).waitFor()
  await leave(page)
  await title(page, 'Customers')
})

test('of a first start, by the browser', async () => {
  const page = await open()
  await page.route('**/set-up/check/', (route) =>
    route.fulfill({ json: { works: true, has_simulator: true } }),
  )
  await page.goto('/set-up/works')
  await fill(page, 'First name', 'Siti')
  await declineReload(page)
  expect(await page.getByRole('textbox', { name: 'First name', exact: true }).inputValue()).toBe('Siti')
})
