/** The removal of the demo data is told in full, and refused to the demo's own accounts. */
import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('one of the demo accounts reads what would go, and why it stays', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin')
  await page.getByRole('link', { name: /^Demo Data/ }).click()
  await page.getByText('Kinabalu Trading Sdn Bhd, Selat Foods Sdn Bhd').waitFor()
  await page.getByText('Your account is one of the demo company').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  for (const width of [DESK, PHONE]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `/admin/demo-data, ${width}`)
  }
})

test('the name must be typed, and what the server refuses is told', async () => {
  const page = await open()
  await signIn(page, 'devi')
  // As somebody who may; the server knows better.
  await page.route('**/api/v1/demo-data/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), refusal: '' } })
  })
  await page.goto('/admin/demo-data')
  await page.getByLabel('Type Kinabalu Trading Sdn Bhd to confirm').fill('Kinabalu Trading Sdn Bhd')
  await page.getByRole('button', { name: 'Remove the demo data' }).click()
  await page.getByText('Your account is one of the demo company').waitFor()
  expect(await page.getByLabel('Type Kinabalu Trading Sdn Bhd to confirm').inputValue()).not.toBe('')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
