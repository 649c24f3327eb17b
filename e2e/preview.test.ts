import { test, vi } from 'vitest'
import { startBrowser } from './browser.ts'
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
