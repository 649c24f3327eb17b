/** A document goes to whom the clerk meant, and to nobody that they did not choose. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill, fillLines, requestApproval } from './form.ts'
import { callAs, signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

const openForm = async (page: Page) => {
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await choose(page, 'Department Code', 'PEN01')
}

const buyer = (page: Page) => page.getByRole('combobox', { name: 'Buyer', exact: true })
const unread = (page: Page) => page.getByText('Please choose from the list.')
const leave = (page: Page) => page.getByRole('textbox', { name: 'Payment Due Date', exact: true }).click()

const search = async (page: Page, name: string) => {
  await buyer(page).click()
  await buyer(page).fill(name)
}

/** The address book has answered that it has nobody of that name. */
const isNotFound = (page: Page) => page.getByText('Nothing found.').waitFor()

const AHMAD = {
  ...{ name: 'Ahmad bin Ali Hassan', identity_type: 'NRIC', contact_number: '+60123456789' },
  ...{ address1: '12 Jalan Bunga Raya', zipcode: '10300', city: 'George Town', state: '07', country: 'MYS' },
}
const TWO = [
  { tin_no: 'IG20830570210', identity_number: '800101075511' },
  { tin_no: 'IG25845632020', identity_number: '850202075522' },
]

test('of two customers of one name none is taken until one is chosen', async () => {
  const aminah = await callAs('aminah')
  for (const one of TWO) {
    expect((await aminah.post('/api/v1/customers/', { ...AHMAD, ...one })).status).toBe(201)
  }
  const page = await open()
  await openForm(page)
  const options = page.getByRole('option').filter({ hasText: AHMAD.name })
  for (const go of [() => leave(page), () => page.keyboard.press('Tab')]) {
    await search(page, AHMAD.name)
    await expect.poll(() => options.count()).toBe(2)
    await go()
    await unread(page).waitFor()
    expect(await buyer(page).inputValue()).toBe(AHMAD.name)
    expect(await page.getByText(/IG2\d{10}/).count()).toBe(0)
  }

  await search(page, AHMAD.name)
  await options.filter({ hasText: TWO[1]?.identity_number ?? '' }).click()
  await page.getByText(TWO[1]?.tin_no ?? '').waitFor()
  expect(await unread(page).count()).toBe(0)
})

test('the only customer does not take the place of what was typed', async () => {
  const page = await open()
  await alter(page, '/api/v1/customers-list/', (rows: { name: string }[]) =>
    rows.filter(({ name }) => name.startsWith('Ong Brothers')),
  )
  await openForm(page)
  await expect.poll(() => buyer(page).inputValue()).toMatch(/^Ong Brothers/)
  await search(page, 'Bina Jaya')
  await isNotFound(page)
  await leave(page)
  await unread(page).waitFor()
  // Once the whole address book stands there again.
  await buyer(page).click()
  await page.getByRole('option').filter({ hasText: 'Ong Brothers' }).waitFor()
  expect(await buyer(page).inputValue()).toBe('Bina Jaya')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('link', { name: /^Buyer/ }).waitFor()
})

test('who is not in the address book is added beside the document, and chosen', async () => {
  const page = await open()
  await openForm(page)
  const add = page.getByRole('button', { name: 'Add a customer', exact: true })
  await search(page, 'Kedai Kek Mawar')
  await isNotFound(page)
  await leave(page)
  await unread(page).waitFor()
  await add.click()
  const panel = page.getByRole('dialog', { name: 'New Customer' })
  const name = panel.getByRole('textbox', { name: 'Name', exact: true })
  expect(await name.inputValue()).toBe('Kedai Kek Mawar')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await add.and(page.locator(':focus')).waitFor()

  await add.click()
  await fill(page, 'TIN', 'C25845632020')
  await fill(page, 'Identity number', '201901087733')
  await fill(page, 'Address line 1', '4 Jalan Mawar')
  await fill(page, 'Postcode', '10300')
  await fill(page, 'City', 'George Town')
  await choose(page, 'State', 'Pulau Pinang')
  await fill(page, 'Phone', '+60412345678')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await buyer(page).and(page.locator(':focus')).waitFor()
  expect(await buyer(page).inputValue()).toBe('Kedai Kek Mawar')
  expect(await unread(page).count()).toBe(0)
  expect(await add.count()).toBe(0)
  await page.getByText('4 Jalan Mawar').waitFor()
})

test('the general public, of whom nothing is known, is chosen by one click', async () => {
  const page = await open()
  await openForm(page)
  await choose(page, 'Invoice Type', '01')
  await search(page, 'Walk-in customers')
  await isNotFound(page)
  await leave(page)
  await unread(page).waitFor()
  await page.getByRole('button', { name: 'General Public', exact: true }).click()
  await buyer(page).and(page.locator(':focus')).waitFor()
  expect(await buyer(page).inputValue()).toBe('General Public')
  expect(await unread(page).count()).toBe(0)
  await page.getByText('EI00000000010').waitFor()

  const receipts = { classification: '004', description: 'Receipts 1001 to 1005', unit: 'EA', tax_type: '06' }
  await fillLines(page, [{ ...receipts, quantity: '1', unit_price: '740.20' }])
  const { uuid } = await requestApproval(page)
  const stored = await (await callAs('aminah')).get(`/api/v1/invoices/${uuid}/`)
  const customer = {
    ...{ name: 'General Public', tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
    ...{ address1: 'NA', city: 'NA', state: '17', country: 'MYS', contact_number: 'NA' },
  }
  expect(await stored.json()).toMatchObject({ customer })
})
