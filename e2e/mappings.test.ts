/** What shapes documents: a branch's name in another program is mapped on the screens, and told where it was used. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill } from './form.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const saved = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const row = (page: Page, text: string) => page.locator('tbody tr[data-row]').filter({ hasText: text })
const remove = async (page: Page) => {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Keep it' })
    .getByRole('button', { name: 'Delete' })
    .click()
}

/** What a till sends: the branch by its own name. */
const DOCUMENT = {
  ...{ invoice_type: '01', sender_store_code: 'KL-HQ', invoice_currency: 'MYR' },
  customer: {
    ...{ name: 'Perniagaan Seri Jaya Sdn Bhd', tin_no: 'C25845632020' },
    ...{ identity_type: 'BRN', identity_number: '201901012345', contact_number: '+60312345678' },
    ...{
      address1: '12 Jalan Tun Razak',
      zipcode: '50400',
      city: 'Kuala Lumpur',
      state: '14',
      country: 'MYS',
    },
  },
  items: [
    {
      ...{ classification: '022', item_description: 'Kertas A4', unit_price: '12.50', quantity: '10' },
      ...{ tax_type: '01', tax_rate: '10', unit_of_measurement: 'EA' },
    },
  ],
}

test('a look-up makes KL-HQ of another program KUL01, the answer says so, and it ends when it is deleted', async () => {
  const { post } = await callAs('aminah')
  const submit = () => post('/api/v1/integration/submit-json/', [{ invoices_data: DOCUMENT }])
  expect((await submit()).status).toBe(400)

  const page = await open()
  await signIn(page, 'devi')
  await page.getByRole('link', { name: 'Data Mapping' }).click()
  await page.getByRole('link', { name: 'Mapping Rules' }).click()
  await page.getByRole('button', { name: 'Add Mapping' }).click()
  await choose(page, 'Field', 'sender_store', 'Department Code')
  await fill(page, 'Lookup Key', 'KL-HQ')
  await save(page)
  await page.getByText('Please enter the mapped value.').waitFor()
  await fill(page, 'Mapped Value', 'PEN01')
  await save(page)
  await saved(page, 'Mapping added successfully')

  await page.getByRole('button', { name: 'Edit Department Code KL-HQ' }).click()
  expect(await page.getByRole('combobox', { name: 'Field' }).isDisabled()).toBe(true)
  await fill(page, 'Mapped Value', 'KUL01')
  await save(page)
  await saved(page, 'Mapping updated successfully')
  await row(page, 'KL-HQ').filter({ hasText: 'KUL01' }).waitFor()

  const answer = await submit()
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    {
      Invoice_Numbers: [expect.stringMatching(/^M-KUL01/)],
      changes: [{ field: 'sender_store_code', from: 'KL-HQ', to: 'KUL01', why: 'data mapping' }],
    },
  ])

  await page.getByRole('button', { name: 'Edit Department Code KL-HQ' }).click()
  await remove(page)
  await saved(page, 'Mapping deleted successfully')
  await row(page, 'KL-HQ').waitFor({ state: 'detached' })
  expect((await submit()).status).toBe(400)
})

test('a hardcode says whether it overwrites', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/data-mapping')
  await page.getByRole('link', { name: 'Mapping Rules' }).click()
  await page.getByRole('tab', { name: 'Hardcode Mappings' }).click()
  await page.waitForURL('**/data-mapping/mapping-rules?tab=hardcode')
  await page.getByText('No mappings here yet.').waitFor()
  await page.getByRole('button', { name: 'Add Mapping' }).first().click()
  await choose(page, 'Field', 'agent', 'Agent Number')
  await fill(page, 'Hardcoded Value', 'A-17')
  await page.getByRole('checkbox', { name: 'Overwrite Existing Value' }).check()
  await save(page)
  await row(page, 'Agent Number').filter({ hasText: 'Yes' }).waitFor()
  await page.getByRole('button', { name: 'Edit Agent Number' }).click()
  await remove(page)
  await page.getByText('No mappings here yet.').waitFor()
})

test('a default is added, changed and deleted, and each is told on the page too', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/enrichment-management')
  await page.getByRole('button', { name: 'New Enrichment Item' }).click()
  await choose(page, 'Field name', 'tariff', 'Line: Product Tariff Code')
  await fill(page, 'Default value', '9800.00.0010')
  await save(page)
  await saved(page, 'Enrichment item created successfully')
  await page.getByRole('button', { name: 'Edit Line: Product Tariff Code' }).click()
  await fill(page, 'Default value', '9800.00.0011')
  await save(page)
  await saved(page, 'Enrichment item updated successfully')
  await row(page, '9800.00.0011').waitFor()
  await page.getByRole('button', { name: 'Edit Line: Product Tariff Code' }).click()
  await remove(page)
  await page.getByRole('main').getByText('Enrichment item deleted successfully').waitFor()
  await row(page, '9800.00.0011').waitFor({ state: 'detached' })
})

test('whoever may not map is led to the dashboard', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/data-mapping/mapping-rules')
  await page.waitForURL('**/dashboard')
  expect(await page.getByRole('link', { name: 'Data Mapping' }).count()).toBe(0)
})

test('that an enrichment item was stored is said until the next one is begun, not beside its failure', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/enrichment-management')
  const add = page.getByRole('button', { name: 'New Enrichment Item' })
  await add.click()
  await choose(page, 'Field name', 'contract', 'Contract Number')
  await fill(page, 'Default value', 'E2E-BANNER')
  await save(page)
  const banner = page.getByRole('main').getByText('Enrichment item created successfully')
  await banner.waitFor()
  await page.getByRole('button', { name: 'Edit Contract Number' }).click()
  await banner.waitFor({ state: 'detached' })
  await remove(page)
  await page.getByRole('main').getByText('Enrichment item deleted successfully').waitFor()
})
