import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { fill, requestApproval } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { findPending } from './path.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

/** A tourist as a clerk keys him in, his TIN pasted with what nobody sees. */
const TOURIST = {
  name: 'Wei Zhang',
  tin_no: 'ei00000000020\u200b',
  identity_type: 'NRIC',
  identity_number: 'E 12345678',
  contact_number: '+65 8234-5678',
  address1: '1 Orchard Road',
  city: 'Kuala Lumpur',
  zipcode: '50480',
  state: '17',
  country: 'MYS',
}

const saveTemplate = async () => {
  const aminah = await callAs('aminah')
  const profile = (await (await aminah.get('/api/v1/user-profile/')).json()) as {
    sender_entities: { entity_code: string }[]
  }
  const invoice = {
    invoice_type: '01',
    invoice_currency: 'MYR',
    sender_entity_code: profile.sender_entities[0]?.entity_code,
    sender_store_code: 'KUL01',
    customer: TOURIST,
    items: [
      {
        classification: '022',
        item_description: 'Batik shirt',
        unit_price: '80.00',
        quantity: '1',
        unit_of_measurement: 'EA',
        tax_type: '06',
      },
    ],
  }
  const saved = await aminah.post('/api/v1/integration/invoice-templates/', {
    name: 'Walk-in tourist',
    data: { invoice },
  })
  return ((await saved.json()) as { id: string }).id
}

test('a tourist keyed as NRIC is found, mended in one click, and what is left is told to who approves', async () => {
  const id = await saveTemplate()
  const aminah = await open()
  await signIn(aminah, 'aminah')
  await aminah.goto(`/dashboard/invoices/edit/${id}?isTemplate=true`)
  await aminah.getByText(/TIN: written as EI00000000020 \(invisible characters removed/).waitFor()
  await aminah.getByText(/Phone: written as \+6582345678/).waitFor()
  await aminah.getByText(/State: .*CV317/).waitFor()
  await expectAccessible(aminah, 'the form with changes and warnings')
  await fill(aminah, 'Quantity, line 1', '2')

  await aminah.getByRole('button', { name: 'Request Approval' }).click()
  await aminah
    .getByRole('link', { name: /Identity number: An NRIC has 12 digits.*passport number/ })
    .waitFor()
  await aminah.getByRole('button', { name: 'Use Passport' }).click()
  await aminah.getByRole('button', { name: 'Use Passport' }).waitFor({ state: 'detached' })
  const { number } = await requestApproval(aminah)

  const bakri = await open()
  await signIn(bakri, 'bakri')
  const row = await findPending(bakri, number)
  await row.getByRole('button', { name: /Preview/ }).click()
  const preview = bakri.getByRole('dialog', { name: number })
  await preview.getByText('E12345678', { exact: true }).waitFor()
  expect(await preview.getByRole('status').textContent()).toContain('LHDN may refuse state 17')
})
