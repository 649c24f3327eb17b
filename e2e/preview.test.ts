import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('the keys come back from the page of a draft, whose viewer would keep them', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.getByRole('link', { name: 'Office starter set' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByTitle('Draft of the document').click({ position: { x: 200, y: 200 } })
  await expect.poll(() => dialog.locator(':focus').textContent()).toBe('Open in a new tab')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})
