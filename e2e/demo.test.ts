/** The removal of the demo data is told in full, refused to the demo's own accounts, and leads on to a company. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, fillSignIn, linksTo, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

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

const EMAIL = 'nurul@rimba.example'
const PASSWORD = 'Gunung-Tahan-2187-m'
const PLAYED = { timeout: 120_000, interval: 2_000 }

/** A superadmin of one's own, as README.md says, signed in. */
const enterAsOwn = async (page: Page, product: Product) => {
  const devi = await callAs('devi', product)
  const person = { username: 'nurul', email: EMAIL, first_name: 'Nurul', last_name: 'Huda' }
  const nothing = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }
  const made = await devi.post('/api/v1/users/', {
    ...{ origin: 'local', access_type: 'superadmin' },
    ...{ ...person, ...nothing },
  })
  expect(made.ok).toBe(true)
  await expect.poll(() => linksTo(EMAIL, product), PLAYED).toHaveLength(1)
  await page.goto((await linksTo(EMAIL, product))[0] ?? '')
  await page.getByLabel(/^New password(?!,)/).fill(PASSWORD)
  await page.getByLabel(/^New password, once more/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.getByText('You can log in with it now.').waitFor()
  await fillSignIn(page, EMAIL, PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

test('whoever has removed the demo goes on to a company of their own', async () => {
  const product = await startProduct()
  onTestFinished(() => product.stop())
  const page = await open({}, product.url)
  await enterAsOwn(page, product)
  await page.goto('/admin/demo-data')
  await page.getByText('There is no other company.').waitFor()
  const name = page.getByLabel('Type Kinabalu Trading Sdn Bhd to confirm')
  // What the demo has on its way to the authority is waited for.
  const removed = async () => {
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'What stays' }).waitFor()
    if ((await name.count()) === 0) return false
    await name.fill('Kinabalu Trading Sdn Bhd')
    await page.getByRole('button', { name: 'Remove the demo data' }).click()
    await page
      .getByText(/There is no demo data here|Try again in a minute/)
      .first()
      .waitFor()
    return (await page.getByText('There is no demo data here.').count()) > 0
  }
  await expect.poll(removed, PLAYED).toBe(true)

  const closed = page.getByRole('heading', { name: 'User Access Profile Missing' })
  await page.goto('/dashboard/invoices')
  await page.getByRole('heading', { level: 1, name: 'There is no company yet' }).waitFor()
  await expectAccessible(page, 'a portal without a company')
  await page.getByRole('link', { name: 'Go to Entity Management' }).click()
  await page.getByRole('heading', { level: 1, name: 'Entity Management' }).waitFor()
  await page.getByRole('button', { name: 'New Company' }).first().waitFor()
  expect(await closed.count()).toBe(0)
})
