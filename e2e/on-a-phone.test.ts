/** From the form to the last correction by thumb, on a window of 390 by 844 px: what acts is 44 px high and wide. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { submitInvoice } from './documents.ts'
import { expectWithinWidth } from './judging/axe.ts'
import { callAs, type Person, signIn } from './people.ts'
import { readLedger } from './simulator.ts'

const { open } = startBrowser()

const THUMB_PX = 44

const signInOnPhone = async (person: Person) => {
  const page = await open({ width: PHONE, touch: true })
  await signIn(page, person)
  return page
}

/** Taps what acts. */
const act = async (control: Locator) => {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  const small = Math.min(box?.width ?? 0, box?.height ?? 0)
  expect(small, await control.textContent().then((words) => words ?? '')).toBeGreaterThanOrEqual(THUMB_PX)
  await control.tap()
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })

/** Picks an option of a select by typing for it. */
const choose = async (page: Page, field: string, text: string) => {
  const input = page.getByRole('combobox', { name: field, exact: true })
  await input.tap()
  await input.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().tap()
}

const fill = async (page: Page, field: string, text: string) => {
  const input = page.getByRole('textbox', { name: field, exact: true })
  await input.tap()
  await input.fill(text)
}

const create = async (page: Page) => {
  await page.goto('/dashboard/create-document')
  await act(button(page, 'Create New E-Invoice'))
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  const line = page.getByRole('combobox', { name: 'Description, line 1' })
  if ((await line.count()) === 0) await act(button(page, 'Add item'))
  await line.fill('Rental of a stall')
  await line.press('Escape')
  await choose(page, 'Classification, line 1', '022')
  await fill(page, 'Unit Price, line 1', '250')
  await act(button(page, 'Request Approval'))
  return readNumber(page)
}

/** The number in the dialog that tells of success, from which one goes on to the document. */
const readNumber = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Submission Successful' })
  const number = /M-[A-Z]{3}\d+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await act(button(dialog, 'View'))
  await panel(page).getByRole('heading', { name: number }).waitFor()
  return number
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Invoice Details' })

const approve = async (page: Page, number: string) => {
  await page.goto(`/dashboard/invoices/approval?invoice_number=${number}`)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.waitFor()
  const orders = await order.getByRole('option').allTextContents()
  expect(orders).toContain('Document Number, ascending')
  expect(orders.filter((name) => name.startsWith('Action'))).toEqual([])
  await act(button(page, `Preview ${number}`))
  const preview = page.getByRole('dialog', { name: number, exact: true })
  await preview.getByText('Total payable').waitFor()
  await expectWithinWidth(page, 'the preview of an approver')
  await act(button(preview, 'Approve'))
  const question = page.getByRole('dialog', { name: `Approve ${number}` })
  await act(button(question, 'Approve'))
  await page.getByText('Invoice approved successfully!').waitFor()
}

const isValidated = (page: Page) => panel(page).getByText('Validated', { exact: true }).first().waitFor()

const statusOf = async (number: string) =>
  (await readLedger()).find(({ codeNumber }) => codeNumber === number)?.status

test('a document is created, approved, cancelled, and another one corrected, by thumb', async () => {
  const [devi, bakri] = await Promise.all([signInOnPhone('devi'), signInOnPhone('bakri')])
  const number = await create(devi)
  await approve(bakri, number)

  await isValidated(devi)
  await expectWithinWidth(devi, 'the quickview')
  await act(button(panel(devi), 'Cancel'))
  const question = devi.getByRole('dialog', { name: `Cancel ${number}` })
  await question.getByRole('textbox', { name: 'Reason for cancelling' }).fill('The stall was not built.')
  await act(button(question, 'Continue'))
  await act(button(question, 'Cancel the invoice'))
  await panel(devi).getByText('User Cancelled', { exact: true }).first().waitFor()
  expect(await statusOf(number)).toBe('Cancelled')

  const wrong = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers', quantity: '3' })
  const decision = await callAs('bakri')
  await decision.post(`/api/v1/integration/approve-invoice/${wrong.uuid}/`, { status: 'Approved' })
  await devi.goto(`/dashboard/invoices?invoice_number=${wrong.number}`)
  await devi.getByRole('link', { name: wrong.number }).tap()
  await isValidated(devi)
  await act(button(panel(devi), 'Correct'))
  await devi.getByRole('heading', { level: 1, name: `Correct ${wrong.number}` }).waitFor()
  await fill(devi, 'Quantity, line 1', '2')
  await act(button(devi, 'Request Approval'))
  // What is missing leads to its field.
  await devi.getByRole('link', { name: 'Please give a reason for cancelling.' }).tap()
  await devi.locator('#field-cancel_reason:focus').fill('Three were billed, two were built.')
  await act(button(devi, 'Request Approval'))
  expect(await readNumber(devi)).not.toBe(wrong.number)
  expect(await statusOf(wrong.number)).toBe('Cancelled')
})

test('the usual order of a list is told, and come back to', async () => {
  const page = await signInOnPhone('devi')
  await page.goto('/dashboard/invoices')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.waitFor()
  const told = () => order.locator('option:checked').textContent()
  const first = () => page.locator('[data-row]').first().getAttribute('data-row')
  const newest = await first()
  expect(await told()).toBe('Usual order')
  await order.selectOption({ label: 'Issue Date, ascending' })
  await page.waitForURL((url) => url.searchParams.get('sort_order') === 'asc')
  await expect.poll(first).not.toBe(newest)
  expect(await told()).toBe('Issue Date, ascending')
  await order.selectOption({ label: 'Usual order' })
  await page.waitForURL((url) => !url.searchParams.has('sort_order'))
  await expect.poll(first).toBe(newest)
  expect(await told()).toBe('Usual order')
})

test('what stands beside a name on a card of a phone is told whole, however long', async () => {
  const page = await signInOnPhone('devi')
  const long = 'Bayaran dalam 30 hari daripada tarikh invois. '.repeat(12).trim()
  await page.route(
    (url) => url.pathname === '/api/v1/enrichment/default/',
    async (route) => {
      const response = await route.fetch()
      const { results, ...rest } = (await response.json()) as { results: object[] }
      await route.fulfill({
        json: { ...rest, results: results.map((one) => ({ ...one, default_value: long })) },
      })
    },
  )
  await page.goto('/admin/enrichment-management')
  const told = page.getByText(long).first()
  await told.waitFor()
  const { width = 0, height = 0 } = (await told.boundingBox()) ?? {}
  expect(width).toBeLessThan(PHONE)
  expect(height).toBeGreaterThan(100)
})
