/** A document that came back, or begins with an earlier one, takes over what is saved of its customer by now. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, PHONE } from './chromium.ts'
import { sendBack, submitInvoice } from './documents.ts'
import { choose, declineReload, fill } from './form.ts'
import { expectAccessible, expectReadable } from './judging/axe.ts'
import { openQuickview } from './path.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const KEDAI = {
  ...{ name: 'Kedai Buku Cempaka', tin_no: 'C25845632020', identity_type: 'BRN' },
  ...{ identity_number: '201901087711', contact_number: '+60412345678', email: 'akaun@cempaka.example' },
  ...{ address1: '3 Lebuh Pantai', zipcode: '10300', city: 'George Town', state: '07', country: 'MYS' },
}
const MOVED = {
  ...KEDAI,
  ...{ name: 'Cempaka Books Sdn Bhd', tin_no: 'C20830570210', email: '' },
  ...{ address1: '8 Jalan Kenari', zipcode: '47100', city: 'Puchong', state: '10' },
}
const CHANGES = [
  ['Name', 'Kedai Buku Cempaka → Cempaka Books Sdn Bhd'],
  ['TIN', 'C25845632020 → C20830570210'],
  ['Address line 1', '3 Lebuh Pantai → 8 Jalan Kenari'],
  ['Postcode', '10300 → 47100'],
  ['City', 'George Town → Puchong'],
  ['State', 'Pulau Pinang → Selangor'],
  ['E-mail', 'akaun@cempaka.example → –'],
]

/** A saved customer, and an invoice to it that the approver sent back. */
const invoiceSentBack = async (given: Partial<typeof KEDAI> = {}) => {
  const customer = { ...KEDAI, ...given }
  const aminah = await callAs('aminah')
  const made = await aminah.post('/api/v1/customers/', customer)
  const { id } = (await made.json()) as { id: string }
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: customer.name })
  await sendBack(uuid, 'Their TIN is another one by now.')
  return {
    ...{ number, uuid },
    change: async (to: Partial<typeof KEDAI>) =>
      expect((await aminah.put(`/api/v1/customers/${id}/`, { ...customer, ...to })).ok).toBe(true),
  }
}

const offer = (page: Page) => page.getByRole('button', { name: 'Take over the customer’s current data' })
const buyer = (page: Page) => page.getByRole('combobox', { name: 'Buyer' }).inputValue()

/** What is said to change: each name, and what stands beside it. */
const changesOn = async (page: Page) => {
  const rows = page.locator('dl > div').filter({ hasText: '→' })
  const changes = (await rows.locator('dd').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))
  return (await rows.locator('dt').allTextContents()).map((name, at) => [name, changes[at]])
}

test('what changed of the buyer is shown, taken over, taken back, and sent only with the document', async () => {
  const { number, uuid, change } = await invoiceSentBack()
  const page = await open()
  await signIn(page, 'aminah', `/dashboard/invoices/edit/${uuid}`)
  await page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
  // The form waits for the address book, which says the same so far.
  await page.getByRole('combobox', { name: 'Buyer' }).waitFor()
  expect(await offer(page).count()).toBe(0)

  // Somebody puts it right there, and the form hears of it.
  await change(MOVED)
  await offer(page).waitFor()
  expect(await changesOn(page)).toEqual(CHANGES)
  await expectAccessible(page, 'the form that offers the customer’s current data')
  await changeLook(page, { width: PHONE, scheme: 'dark' })
  await expectReadable(page, 'the same on a phone, dark')
  await changeLook(page, {})

  await offer(page).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The customer’s current data were taken over.').waitFor()
  expect(await buyer(page)).toBe(MOVED.name)
  // What was taken over is told still, and the focus is on the button, which takes it back now.
  expect(await changesOn(page)).toEqual(CHANGES)
  await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await offer(page).waitFor()
  expect(await buyer(page)).toBe(KEDAI.name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await declineReload(page)

  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('dialog', { name: 'Submission Successful' }).getByText(number).waitFor()
  const panel = await openQuickview(page, number)
  await panel.getByText(MOVED.name, { exact: true }).first().waitFor()
  await panel.getByText(MOVED.tin_no, { exact: true }).first().waitFor()
})

test('an address book that does not answer keeps nobody waiting, and takes nothing away once it does', async () => {
  const { uuid, change } = await invoiceSentBack({
    name: 'Kedai Buku Melur',
    identity_number: '201901087722',
  })
  await change({ city: 'Butterworth' })
  const page = await open()
  await signIn(page, 'aminah')
  const away = { status: 503, json: { detail: 'The server is away for a moment.' } }
  await page.route('**/customers-list/**', (route) => route.fulfill(away))
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await fill(page, 'Quantity, line 1', '3')
  expect(await offer(page).count()).toBe(0)
  await page.unroute('**/customers-list/**')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await offer(page).waitFor()
  expect(await changesOn(page)).toEqual([['City', 'George Town → Butterworth']])
  expect(await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).inputValue()).toBe('3')
})

test('a template and a copy offer what is saved of their customer, a note keeps what its original says', async () => {
  const { number, uuid, change } = await invoiceSentBack({
    name: 'Kedai Buku Teratai',
    identity_number: '201901087733',
  })
  await change({ address1: '9 Jalan Kenari' })
  const aminah = await callAs('aminah')
  const invoice = await (await aminah.get(`/api/v1/invoices/${uuid}/`)).json()
  const template = { name: `Like ${number}`, data: { description: '', invoice } }
  const saved = await aminah.post('/api/v1/integration/invoice-templates/', template)
  const { id } = (await saved.json()) as { id: string }
  const page = await open()
  await signIn(page, 'aminah')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(`/dashboard/invoices/create?from=${uuid}&type=02`)
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).waitFor()
  expect(asked.filter((url) => /[?&]entity_code=/.test(url))).toEqual([])
  expect(await offer(page).count()).toBe(0)

  for (const path of [`edit/${id}?isTemplate=true`, `create?copy=${uuid}`]) {
    await page.goto(`/dashboard/invoices/${path}`)
    await offer(page).waitFor()
    await page.getByText('The customer’s saved data differ from this document.').waitFor()
    expect(await changesOn(page), path).toEqual([['Address line 1', '3 Lebuh Pantai → 9 Jalan Kenari']])
  }
  await offer(page).click()
  await page.getByText('The customer’s current data were taken over.').waitFor()
  // Whoever is chosen instead has taken nothing over.
  await choose(page, 'Buyer', 'Ong Brothers')
  await page.getByText('The customer’s current data were taken over.').waitFor({ state: 'detached' })
  expect(await changesOn(page)).toEqual([])
})

test('a new document that goes on from a draft offers them too; one that is just begun does not', async () => {
  const names = { name: 'Kedai Buku Kenanga', identity_number: '201901087744' }
  const { change } = await invoiceSentBack(names)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  page.on('dialog', (dialog) => void dialog.accept())
  await choose(page, 'Department Code', 'PEN01')
  const told = page.waitForResponse((reply) => reply.url().includes('entity_code='))
  await choose(page, 'Buyer', names.name)
  await (await told).finished()
  await page.getByText('3 Lebuh Pantai').waitFor()
  expect(await offer(page).count()).toBe(0)
  await page.goto('about:blank')
  await change({ ...names, address1: '9 Jalan Kenari' })
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('button', { name: 'Continue with the draft' }).click()
  await offer(page).waitFor()
  expect(await changesOn(page)).toEqual([['Address line 1', '3 Lebuh Pantai → 9 Jalan Kenari']])
  await offer(page).click()
  await page.getByText('The customer’s current data were taken over.').waitFor()
})
