/** The way into the administration: every card of `/admin` leads to a screen of its own. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('each card leads to the screen that bears its name', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await page.getByRole('link', { name: 'Admin Setting' }).click()
  await page.waitForURL('**/admin')
  const cards = page.locator('main li a:has(b)')
  await cards.first().waitFor()
  for (const width of [DESK, PHONE]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `/admin, ${width}`)
  }
  await page.setViewportSize({ width: DESK, height: 900 })
  const names = await cards.locator('b').allTextContents()
  expect(names).toContain('Entity Management')
  for (const name of names) {
    await cards.filter({ hasText: name }).first().click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Admin' }).click()
    await cards.first().waitFor()
  }
})

test('whoever is no superadmin is led to the dashboard', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/admin')
  await page.waitForURL('**/dashboard')
  expect(await page.getByRole('link', { name: 'Admin Setting' }).count()).toBe(0)
})
