import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'
import { GOALS, LIST, loadFirst, SIGN_IN } from './first-load.ts'
import { ownProduct } from './own-product.ts'
import { tokenOf } from './token.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

test('the sign-in is there with little script, and what is behind it comes while somebody types', async () => {
  const { script_kb, scripts, page } = await loadFirst(browser, { url: ownProduct().url, ...SIGN_IN })
  expect(script_kb).toBeGreaterThan(20)
  expect(script_kb).toBeLessThan(GOALS.sign_in_kb)
  expect(scripts).toBeLessThanOrEqual(GOALS.scripts)
  const program = page.waitForResponse((response) => /\/assets\/program-.*\.js$/.test(response.url()))
  await page.getByLabel('Username').fill('a')
  expect((await program).status()).toBe(200)
})

test('the list of documents is there with so much script, and asks for nothing twice', async () => {
  const product = ownProduct()
  // A superadmin is told of cancellations of many that other files have left behind.
  const token = await tokenOf('aminah', product)
  const { script_kb, scripts, calls } = await loadFirst(browser, { url: product.url, ...LIST, token })
  expect(script_kb).toBeGreaterThan(50)
  expect(script_kb).toBeLessThan(GOALS.list_kb)
  expect(scripts).toBeLessThanOrEqual(GOALS.scripts)
  expect(calls.length).toBeGreaterThan(3)
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
})
