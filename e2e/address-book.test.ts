/** Customers and saved items: kept on their own screens, and used by the document form. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill } from './form.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const NUMBER = '201901087654'

const saved = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const row = (page: Page, text: string) => page.locator('tbody tr[data-row]').filter({ hasText: text })

const removeBy = async (page: Page, edit: string) => {
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Keep it' })
  await question.getByText('Documents and templates keep what they say.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
}

const fillCustomer = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'New Customer' }).click()
  await fill(page, 'Name', name)
  await fill(page, 'TIN', 'c 2584-5632020')
  await fill(page, 'Identity number', NUMBER)
  await fill(page, 'Address line 1', '12 Jalan Tun Razak')
  await fill(page, 'Postcode', '50400')
  await fill(page, 'City', 'Kuala Lumpur')
  await choose(page, 'State', 'Kuala Lumpur')
  await fill(page, 'Phone', '+60 3-1234 5678')
}

test('a customer is added, told how it is written, found in the form, changed and deleted', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.getByRole('link', { name: 'Customers' }).click()
  await fillCustomer(page, 'Kedai Roti Pak Din')
  await page.getByText('written as C25845632020').waitFor()
  await page.getByText('TIN matches').waitFor()
  await save(page)
  await saved(page, 'Customer added.')
  await fill(page, 'Buyer Name', 'pak din')
  await page.getByRole('button', { name: 'Apply' }).click()
  await row(page, 'C25845632020').getByRole('img', { name: 'TIN matches' }).waitFor()

  await page.getByRole('button', { name: 'Edit Kedai Roti Pak Din' }).click()
  await fill(page, 'City', 'Ampang')
  await save(page)
  await saved(page, 'Customer saved.')
  await row(page, 'Ampang').waitFor()

  await page.goto('/dashboard/invoices/create')
  await choose(page, 'Buyer', 'pak din', 'Kedai Roti Pak Din')
  await page.getByText('Ampang').waitFor()

  await page.goto('/dashboard/customers?name=pak+din')
  await removeBy(page, 'Edit Kedai Roti Pak Din')
  await saved(page, 'Customer deleted.')
  await row(page, 'Kedai Roti Pak Din').waitFor({ state: 'detached' })
  const { get } = await callAs('aminah')
  expect(await (await get('/api/v1/customers-list/?search=pak+din')).json()).toEqual([])
})

test('one with the number of another is told before it is saved, and refused by that one’s name', async () => {
  const { post } = await callAs('aminah')
  const known = {
    ...{
      name: 'Yang Pertama',
      tin_no: 'C25845632020',
      identity_type: 'BRN',
      identity_number: '201901087655',
    },
    ...{
      address1: '1 Jalan Satu',
      zipcode: '50400',
      city: 'KL',
      state: '14',
      contact_number: '+60312345678',
    },
  }
  expect((await post('/api/v1/customers/', known)).status).toBe(201)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers')
  await fillCustomer(page, 'Yang Kedua')
  // As it is written on paper; it is kept without the hyphens.
  await fill(page, 'Identity number', '201901-08-7655')
  const words = 'A customer named "Yang Pertama" already exists with the same Identity Number.'
  await page.getByText(`Identity number: ${words}`).waitFor()
  await save(page)
  await saved(page, words)
  // Nothing typed is lost.
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Yang Kedua')
})

test('the type that a number speaks for is one click away, and a state abroad is free text', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers')
  await page.getByRole('button', { name: 'New Customer' }).click()
  await fill(page, 'Identity number', '770625-01-5324')
  await page.getByRole('button', { name: 'Use NRIC' }).click()
  await page.getByText('written as 770625015324').waitFor()
  await choose(page, 'Country', 'Singapore', 'SINGAPORE')
  await fill(page, 'State', 'Bukit Timah')
  expect(await page.getByRole('combobox', { name: 'State', exact: true }).count()).toBe(0)
})

test('a state that was emptied with a move abroad is missing, and not the one of before', async () => {
  const { post } = await callAs('aminah')
  const local = {
    ...{ name: 'Pindah Enterprise', tin_no: 'C25845632020', identity_type: 'BRN' },
    ...{ identity_number: '201901087688', address1: '1 Jalan Satu', zipcode: '40000', city: 'Shah Alam' },
    ...{ state: '10', contact_number: '+60312345678' },
  }
  expect((await post('/api/v1/customers/', local)).status).toBe(201)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers?identity_number=201901087688')
  await page.getByRole('button', { name: 'Edit Pindah Enterprise' }).click()
  await choose(page, 'Country', 'Singapore', 'SINGAPORE')
  expect(await page.getByRole('textbox', { name: 'State', exact: true }).inputValue()).toBe('')
  await save(page)
  await page
    .getByText(/state is missing/)
    .first()
    .waitFor()
  await fill(page, 'State', 'Bukit Timah')
  await save(page)
  await saved(page, 'Customer saved.')
})

test('all customers that match come as a file', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers?tab=NRIC')
  await row(page, 'NRIC').first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV Report' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^customers_\d{8}\.csv$/)
})

test('an item is added and changed, choosing it fills a line, and it is deleted', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/Items?search=dakwat')
  await page.waitForURL('**/dashboard/itemstable?search=dakwat')
  await page.getByRole('button', { name: 'Add New Item' }).first().click()
  await save(page)
  await page.getByText('Please enter the description.').waitFor()
  await choose(page, 'Classification', '022')
  await fill(page, 'Description', 'Dakwat pencetak biru')
  await choose(page, 'Tax Type', '01')
  await fill(page, 'Tax Rate (%)', '5')
  await save(page)
  await saved(page, 'Item added.')
  await fill(page, 'Classification code or description', 'dakwat')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Edit Dakwat pencetak biru' }).click()
  await fill(page, 'Tax Rate (%)', '10')
  await save(page)
  await row(page, '10.00 %').waitFor()

  await page.goto('/dashboard/invoices/create')
  await page.getByRole('combobox', { name: 'Description, line 1', exact: true }).fill('dakwat')
  await page.getByRole('option').filter({ hasText: 'Dakwat pencetak biru' }).click()
  const rate = page.getByRole('textbox', { name: 'Tax Rate (%), line 1', exact: true })
  await expect.poll(() => rate.inputValue()).toBe('10.00')
  // A click among words that stand there offers nothing, so that the arrow goes to the next line.
  const first = page.getByRole('combobox', { name: 'Description, line 1', exact: true })
  await first.press('Enter')
  await first.click()
  expect(await first.getAttribute('aria-expanded')).toBe('false')
  await first.press('ArrowDown')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Description, line 2')
  expect(await first.inputValue()).toBe('Dakwat pencetak biru')

  await page.goto('/dashboard/itemstable?search=dakwat')
  await removeBy(page, 'Edit Dakwat pencetak biru')
  await saved(page, 'Item deleted.')
  await row(page, 'Dakwat pencetak biru').waitFor({ state: 'detached' })
})

test('what was saved and not answered is made once, however often it is saved', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/itemstable')
  await page.getByRole('button', { name: 'Add New Item' }).click()
  await choose(page, 'Classification', '022')
  await fill(page, 'Description', 'Sekali sahaja')
  await choose(page, 'Tax Type', '06')
  // The server stores it, and nobody hears of it.
  await page.route(
    '**/api/v1/portal-items',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 503, json: { detail: 'The server is away for a moment.' } })
    },
    { times: 1 },
  )
  await save(page)
  await saved(page, 'The server is away for a moment.')
  await save(page)
  await saved(page, 'Item added.')
  const { get } = await callAs('aminah')
  const found = await (await get('/api/v1/portal-items?search=sekali')).json()
  expect(found).toHaveLength(1)
})

test('who only reads sees both lists and changes nothing; who does neither has no entry', async () => {
  const page = await open()
  await signIn(page, 'gita')
  for (const [name, button] of [
    ['Customers', 'New Customer'],
    ['Saved Items', 'Add New Item'],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await row(page, '').first().waitFor()
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: 'Action' }).count()).toBe(0)
  }
  const other = await open()
  await signIn(other, 'bakri')
  expect(await other.getByRole('link', { name: /Customers|Saved Items/ }).count()).toBe(0)
})

test('what a row of a list cuts is shown in full while the keyboard is in it', async () => {
  const mark = `Kabel ${Date.now()}`
  const item_description = `${mark}: ${'tembaga bersalut PVC, 2.5 mm persegi, gulungan 100 meter; '.repeat(4)}`
  const item = { item_description, classification: '022', tax_type: '06', tax_rate: '0' }
  await (await callAs('aminah')).post('/api/v1/portal-items', item)
  const page = await open()
  await signIn(page, 'aminah', `/dashboard/itemstable?search=${encodeURIComponent(mark)}`)
  const hidden = () =>
    row(page, mark)
      .getByText(mark)
      .first()
      .evaluate((cell: { scrollWidth: number; clientWidth: number }) => cell.scrollWidth - cell.clientWidth)
  expect(await hidden()).toBeGreaterThan(0)
  const held = () => page.evaluate<boolean>("document.activeElement.closest('tr[data-row]') !== null")
  for (let tab = 0; tab < 60 && !(await held()); tab++) await page.keyboard.press('Tab')
  expect(await hidden()).toBe(0)
  await page.keyboard.press('Shift+Tab')
  expect(await hidden()).toBeGreaterThan(0)
})

test('who works for several companies is told whose a customer, an item and a template are', async () => {
  const { post } = await callAs('devi')
  const mark = `Dua ${Date.now()}`
  const buyer = {
    ...{ name: mark, tin_no: 'C25845632020', identity_type: 'BRN', identity_number: '201901087677' },
    ...{
      address1: '1 Jalan Satu',
      zipcode: '50400',
      city: 'KL',
      state: '14',
      contact_number: '+60312345678',
    },
  }
  const item = { item_description: mark, classification: '022', tax_type: '06', tax_rate: '0' }
  const profile = await (await (await callAs('devi')).get('/api/v1/user-profile/')).json()
  const companies = (profile as { sender_entities: { name: string; entity_code: string }[] }).sender_entities
  const own = companies.filter(({ name }) => /^(Kinabalu|Selat)/.test(name))
  for (const { entity_code: sender_entity_code } of own) {
    expect((await post('/api/v1/customers/', { ...buyer, sender_entity_code })).status).toBe(201)
    expect((await post('/api/v1/portal-items', { ...item, sender_entity_code })).status).toBe(201)
    const data = { description: '', invoice: { sender_entity_code } }
    expect((await post('/api/v1/integration/invoice-templates/', { name: mark, data })).status).toBe(201)
  }
  const page = await open()
  await signIn(page, 'devi')
  for (const path of [`customers?name=${mark}`, `itemstable?search=${mark}`]) {
    await page.goto(`/dashboard/${path}`)
    for (const { name } of own) {
      const its = row(page, mark).filter({ hasText: name })
      await its.waitFor()
      await its.getByRole('button', { name: `Edit ${mark}` }).click()
      await page.getByRole('dialog').getByText(name, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
  await page.goto('/dashboard/create-document')
  for (const { name } of own) {
    await page.getByRole('listitem').filter({ hasText: mark }).filter({ hasText: name }).waitFor()
  }
  // Nobody with one company needs to be told.
  const other = await open()
  await signIn(other, 'aminah', `/dashboard/customers?name=${mark}`)
  await row(other, mark).waitFor()
  expect(await other.getByRole('columnheader', { name: 'Company' }).count()).toBe(0)
})
