import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { sendBack, storedOf, submitInvoice } from './documents.ts'
import { choose, fill } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { approve, openQuickview, reject } from './path.ts'
import { signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a rejected invoice comes back with its reason, is mended and goes out under the same number', async () => {
  const { number } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    quantity: '3',
    contract: 'PNG-7',
  })
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await reject(bakri, number, 'The order was for four points.')

  const aminah = await open()
  await signIn(aminah, 'aminah')
  await aminah.getByRole('link', { name: 'Create', exact: true }).click()
  const row = aminah.getByRole('row').filter({ hasText: number })
  await row.getByText('Approval Rejected').waitFor()
  await row.getByRole('button', { name: `Edit ${number}` }).click()
  await aminah.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
  await aminah.getByText('The order was for four points.').waitFor()
  expect(await aminah.getByRole('combobox', { name: 'Invoice Type' }).isDisabled()).toBe(true)
  expect(await aminah.getByRole('combobox', { name: 'Buyer' }).isDisabled()).toBe(true)
  // Of the rare fields one has a value.
  await aminah.getByRole('textbox', { name: 'Contract Number', exact: true }).waitFor()
  await fill(aminah, 'Quantity, line 1', '4')
  await aminah.getByRole('button', { name: 'Request Approval' }).click()
  const dialog = aminah.getByRole('dialog', { name: 'Submission Successful' })
  await dialog.getByText(number).waitFor()

  await bakri.goto(`/dashboard/invoices/approval?invoice_number=${number}`)
  await bakri.getByRole('button', { name: `Preview ${number}` }).click()
  const changed = bakri
    .getByRole('dialog', { name: number })
    .getByRole('region', { name: 'What was changed' })
  await changed.getByText('Line 1, Quantity').waitFor()
  expect((await changed.getByRole('definition').allTextContents()).map(plain)).toEqual([
    '388.80 → 518.40',
    '3 → 4',
  ])
  await expectAccessible(bakri, 'what was changed')
  await bakri.keyboard.press('Escape')

  await approve(bakri, number)
  const panel = await openQuickview(bakri, number)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  await panel.getByText('MYR 518.40').first().waitFor()
  // Who cannot cancel it is told who can.
  await panel.getByText(/Can be cancelled for another.*A superadmin can cancel it/).waitFor()
  await panel.getByRole('region', { name: 'What was changed' }).getByText('3 →').waitFor()
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText('The order was for four points.').waitFor()
  await history.getByText('Approval Rejected').waitFor()
})

test('the particulars of a buyer whom no address book knows are put right on a document sent back', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    particulars: { entity_code: '', name: 'Kedai Kasut Rahim', identity_number: '201901087755' },
  })
  await sendBack(uuid, 'The TIN is another company’s.')

  const page = await open()
  await signIn(page, 'aminah', `/dashboard/invoices/edit/${uuid}`)
  await page.getByText('The TIN is another company’s.').waitFor()
  const tin = page.getByRole('textbox', { name: 'TIN', exact: true })
  expect(await tin.count()).toBe(0)
  await page.getByRole('button', { name: 'Correct the buyer’s particulars' }).press('Enter')
  // The button is gone, and the focus is where one goes on.
  const first = page.getByRole('textbox', { name: 'Name', exact: true })
  await first.and(page.locator(':focus')).waitFor()
  await expectAccessible(page, 'the buyer’s particulars, all of them')
  await tin.fill('C20830570210')
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('dialog', { name: 'Submission Successful' }).getByText(number).waitFor()
  expect(await storedOf(uuid)).toMatchObject({
    customer: { name: 'Kedai Kasut Rahim', tin_no: 'C20830570210', entity_code: '' },
  })
})

test('what is looked at before a decision stands in the address: a link opens it, Back closes it', async () => {
  const wanted = { store: 'PEN01', buyer: 'Ong Brothers', quantity: '3' }
  const { number, uuid } = await submitInvoice('aminah', wanted)
  const page = await open()
  await signIn(page, 'bakri', `/dashboard/invoices/approval?invoice_number=${number}`)
  await page.getByRole('button', { name: `Preview ${number}` }).click()
  const preview = page.getByRole('dialog', { name: number })
  await preview.getByRole('button', { name: 'Approve' }).waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe(uuid)
  await page.goBack()
  await preview.waitFor({ state: 'detached' })
  for (const nobody_s of ['nonsense', '0b0f8a52-5a8e-4a6e-9d67-1c1a1f0e7a11']) {
    await page.goto(`/dashboard/invoices/approval?open=${nobody_s}`)
    await page.getByRole('dialog').getByText('The document could not be loaded.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('open')).toBeNull()
  }
  // Of none of the rows that this address shows.
  await page.goto(`/dashboard/invoices/approval?invoice_number=none&open=${uuid}`)
  await preview.getByRole('region', { name: 'History' }).waitFor()
  // A reason that was begun is still there for who comes back to it, and what is too long is told and not cut.
  const begun = `${'The order was for four points. '.repeat(10)}`
  const reason = page.getByRole('dialog', { name: `Reject ${number}` }).getByRole('textbox')
  await preview.getByRole('button', { name: 'Reject' }).click()
  await reason.fill(begun)
  await page.getByText('10 characters too many').waitFor()
  await page.keyboard.press('Escape')
  await reason.waitFor({ state: 'detached' })
  await preview.getByRole('button', { name: 'Reject' }).click()
  expect(await reason.inputValue()).toBe(begun)
  await page.keyboard.press('Escape')
  await reason.waitFor({ state: 'detached' })
  await preview.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: `Approve ${number}` })
    .getByRole('button', { name: 'Approve' })
    .click()
  await page.getByText('Invoice approved successfully!').waitFor()
  await preview.waitFor({ state: 'detached' })
})

test('requests to take documents back stand above the list, the most urgent of all of them first', async () => {
  const page = await open()
  const request = (hours: number, reason: string) => ({
    ...{ uuid: crypto.randomUUID(), invoice_number: `M-${hours}`, asked_by: `Buyer ${hours}`, reason },
    ...{ invoice_currency: 'MYR', total_payable_amount: '120.00' },
    deadline: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  const requests = [request(2, 'Never ordered'), request(5, 'Wrong price')]
  await alter(page, '/api/v1/rejection-requests/', () => ({ requests }))
  await signIn(page, 'aminah', '/dashboard/invoices')
  const panel = page.getByRole('region', { name: 'You are asked to take documents back' })
  await panel.waitFor()
  expect(await panel.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Buyer 2M-2MYR 120.00Never ordered/),
    expect.stringMatching(/^Buyer 5M-5MYR 120.00Wrong price/),
  ])
  await panel.getByRole('button', { name: 'Show all' }).click()
  await page.waitForURL((url) => url.searchParams.get('status') === 'Rejection Requested')
})

test('an edit in dollars makes no dollars of the next new document', async () => {
  const header = { invoice_currency: 'USD', currency_exchange_rate: '4.4' }
  const { number } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers', header })
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await reject(bakri, number, 'One point is missing.')
  const aminah = await open()
  await signIn(aminah, 'aminah', '/dashboard/create-document')
  aminah.on('dialog', (question) => void question.accept())
  await aminah.getByRole('button', { name: `Edit ${number}` }).click()
  await fill(aminah, 'Quantity, line 1', '4')
  await aminah.getByRole('button', { name: 'Request Approval' }).click()
  const dialog = aminah.getByRole('dialog', { name: 'Submission Successful' })
  await dialog.getByRole('button', { name: 'Create another' }).click()
  const currency = aminah.getByRole('combobox', { name: 'Currency', exact: true })
  await aminah.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  expect(await currency.inputValue()).toMatch(/^MYR /)
  // What is chosen is remembered.
  await choose(aminah, 'Currency', 'USD')
  await aminah.goto('/dashboard/invoices/create')
  expect(await currency.inputValue()).toMatch(/^USD /)
})
