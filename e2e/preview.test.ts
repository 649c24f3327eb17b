import { expect, test, vi } from 'vitest'
import { startBrowser } from './browser.ts'
import { fill } from './form.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('the keys come back from the page of a draft, whose viewer would keep them', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.getByRole('link', { name: 'Office starter set' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const link = dialog.getByRole('link', { name: 'Open in a new tab' })
  // Before its viewer has come a click changes nothing.
  await vi.waitFor(
    async () => {
      await dialog.getByTitle('Draft of the document').click({ position: { x: 200, y: 200 } })
      await link.and(dialog.locator(':focus')).waitFor({ timeout: 2_000 })
    },
    { timeout: 60_000 },
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('a figure that cannot be read is told of and not shown as 0.00; what failed is tried again', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.getByRole('link', { name: 'Office starter set' }).click()
  await fill(page, 'Unit Price, line 1', '12o.50')
  const preview = page.getByRole('button', { name: 'Preview' })
  await preview.click()
  await page.getByRole('link', { name: /Unit Price.*Please enter a number/ }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Preview' }).count()).toBe(0)

  await fill(page, 'Unit Price, line 1', '120.50')
  await page.route('**/pdf/preview/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Away for a moment.' } }),
  )
  await preview.click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByText('Away for a moment.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByRole('link', { name: 'Open in a new tab' }).waitFor()
})
