import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { ownProduct } from './own-product.ts'
import { callAs, type Person, signIn } from './people.ts'

const { open } = startBrowser()

/** Others who play them have no language of their own: their browsers speak what they were told. */
afterEach(async () => {
  for (const person of ['farid', 'gita', 'devi'] as const) await choose(person, null)
})

const choose = async (person: Person, language: 'en' | null) => {
  const { patch } = await callAs(person)
  expect((await patch('/api/v1/user-profile/preferences/', { language })).status).toBe(200)
}

/** Evaluated in the page. */
const LANG = 'document.documentElement.lang'

const signInMalay = async (page: Page, person: string) => {
  await page.getByLabel('Nama pengguna').fill(`${person}@lulus.example`)
  await page.getByLabel(/^Kata laluan/).fill(ownProduct().password)
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await page.getByRole('heading', { level: 1, name: 'Papan Pemuka' }).waitFor()
}

describe('the portal in Malay', () => {
  test('is chosen at the sign-in without losing what is typed, and goes along to every screen', async () => {
    const page = await open()
    await page.goto('/')
    await page.getByLabel('Username').fill('nobody@lulus.example')
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Bahasa Melayu')
    expect(await page.getByLabel('Nama pengguna').inputValue()).toBe('nobody@lulus.example')
    expect([await page.evaluate(LANG), await page.title()]).toEqual(['ms', 'Log masuk · Lulus'])
    await page.getByRole('button', { name: 'Log masuk' }).click()
    await page.getByText('Tidak dapat log masuk dengan maklumat yang diberikan.').waitFor()
    await expectAccessible(page, 'the sign-in in Malay')

    await signInMalay(page, 'farid')
    await page.goto('/dashboard/invoices')
    await page.getByRole('heading', { level: 1, name: 'e-Invois' }).waitFor()
    await page.getByRole('tab', { name: 'Menunggu Kelulusan' }).waitFor()
    await page.goto('/dashboard/invoices/create')
    await page.getByRole('textbox', { name: 'Kuantiti, baris 1', exact: true }).fill('4')
    await page.getByRole('button', { name: 'Mohon Kelulusan' }).click()
    await page.getByText('Sila pilih klasifikasi.').first().waitFor()
    await page.getByRole('heading', { name: /Terdapat \d+ masalah/ }).waitFor()
    expect(await page.title()).toBe('Ralat: Tambah Invois · Lulus')
  })

  test('is kept for the person, and left again in My Account', async () => {
    const page = await open({ width: PHONE })
    await page.goto('/')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Bahasa Melayu')
    await signInMalay(page, 'gita')
    const elsewhere = await open()
    await signInAnywhere(elsewhere)
    const tab = await page.context().newPage()
    await tab.goto('/dashboard')
    await tab.getByRole('heading', { level: 1, name: 'Papan Pemuka' }).waitFor()
    await page.goto('/dashboard/my-account')
    await page.getByText('English', { exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
    // The other tabs of this browser speak as this one does.
    await tab.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect([await page.evaluate(LANG), await page.title()]).toEqual(['en', 'My Account · Lulus'])
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
    const profile = await (await (await callAs('gita')).get('/api/v1/user-profile/')).json()
    expect(profile).toMatchObject({ language: 'en', shortcuts: true })
  })
})

/** Another browser, which has heard of no language, speaks the person's own once they are known. */
const signInAnywhere = async (page: Page) => {
  await page.goto('/')
  await page.getByLabel('Username').fill('gita@lulus.example')
  await page.getByLabel(/^Password/).fill(ownProduct().password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Papan Pemuka' }).waitFor()
}

test('the administration goes on in the language that another tab has chosen', async () => {
  // A language of her own, which a look at what was loaded before would go back to.
  await choose('devi', 'en')
  const page = await open()
  await signIn(page, 'devi', '/admin')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard/my-account')
  await tab.getByText('Bahasa Melayu', { exact: true }).click()
  for (const one of [tab, page]) await expect.poll(() => one.evaluate(LANG)).toBe('ms')
  await page.locator('main a[href="/admin/entity-management"]').first().click()
  await page.waitForURL('**/admin/entity-management')
  await page.locator('[data-row]').first().waitFor()
  expect([await page.evaluate(LANG), await tab.evaluate(LANG)]).toEqual(['ms', 'ms'])
})
