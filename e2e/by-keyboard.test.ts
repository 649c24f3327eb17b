/** From the sign-in to the last correction without a mouse: the focus is always somewhere, everything is reached. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice } from './documents.ts'
import { ownProduct } from './own-product.ts'
import { callAs } from './people.ts'
import { readLedger } from './simulator.ts'

const { open } = startBrowser()

const TABS_MAX = 120
/** Longer than it ever takes, for a machine that does much beside. */
const WAIT = { timeout: 60_000 }
/** What has the focus, by its name; BODY is nowhere. */
const FOCUSED = `(() => {
  const at = document.activeElement
  if (at === document.body) return 'BODY'
  const named = at.getAttribute('aria-labelledby')
  const label = at.labels?.[0]?.textContent ?? (named && document.getElementById(named)?.textContent)
  return (at.ariaLabel || label || at.textContent || at.tagName).trim()
})()`

const focused = (page: Page) => page.evaluate<string>(FOCUSED)

const press = async (page: Page, keys: string) => {
  await page.keyboard.press(keys)
  const message = `the focus after ${keys}`
  await expect.poll(() => focused(page), { message, ...WAIT }).not.toBe('BODY')
}

/** Goes on by Tab until this has the focus. */
const tabTo = async (page: Page, name: string) => {
  const passed: string[] = []
  for (;;) {
    const label = (await focused(page)).replace(/ ?\*$/, '')
    if (label === name) return
    passed.push(label)
    if (passed.length > TABS_MAX)
      throw new Error(`Tab does not lead to ${name}, but to ${passed.join(', ')}.`)
    await press(page, 'Tab')
  }
}

/** Goes to a field and types into it; `option` is taken from the list of a select. */
const enter = async (page: Page, name: string, text: string, option?: string) => {
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  if (option === undefined) return
  // What the server finds comes a moment later, and nothing is chosen blindly.
  await page.getByRole('option').filter({ hasText: option }).first().waitFor()
  await expect.poll(() => page.getByRole('option').filter({ hasNotText: option }).count(), WAIT).toBe(0)
  await press(page, 'Enter')
}

const act = async (page: Page, name: string) => {
  await tabTo(page, name)
  await press(page, 'Enter')
}

const signIn = async (person: 'devi' | 'bakri') => {
  const page = await open()
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await enter(page, 'Username', `${person}@lulus.example`)
  await enter(page, 'Password', ownProduct().password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return page
}

/** By the palette to the form, and through it; answers the number. */
const create = async (page: Page) => {
  await press(page, 'Control+k')
  await page.keyboard.type('create an inv')
  await page.getByRole('option', { name: 'Create an invoice' }).waitFor()
  await press(page, 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await enter(page, 'Invoice Type', '01', '01')
  await enter(page, 'Department Code', 'PEN01', 'PEN01')
  await enter(page, 'Buyer', 'Ong Brothers', 'Ong Brothers')
  const line = page.getByRole('combobox', { name: 'Description, line 1' })
  if ((await line.count()) === 0) await act(page, 'Add item')
  else await tabTo(page, 'Description, line 1')
  await expect.poll(() => focused(page), WAIT).toBe('Description, line 1')
  await page.keyboard.type('Rental of a stall')
  await page.keyboard.press('Escape')
  await enter(page, 'Classification, line 1', '022', '022')
  await enter(page, 'Unit Price, line 1', '250')
  await act(page, 'Request Approval')
  return readNumber(page)
}

/** The number in the dialog that tells of success, from which one goes on to the document. */
const readNumber = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Submission Successful' })
  const number = /M-[A-Z]{3}\d+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await act(page, 'View')
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: number }).waitFor()
  return number
}

const approve = async (page: Page, number: string) => {
  // A page that was just loaded begins at its own beginning.
  await page.keyboard.press('g')
  await press(page, 'a')
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  await enter(page, 'Invoice Number', number)
  await press(page, 'Enter')
  const row = page.getByRole('row').filter({ hasText: number })
  await row.waitFor()
  await act(page, `Approve ${number}`)
  await page.getByRole('dialog', { name: `Approve ${number}` }).waitFor()
  await act(page, 'Approve')
  await page.getByText('Invoice approved successfully!').waitFor()
  await row.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page), WAIT).not.toBe('BODY')
}

const isValidated = (page: Page) =>
  page.getByRole('dialog').getByText('Validated', { exact: true }).first().waitFor()

const statusOf = async (number: string) =>
  (await readLedger()).find(({ codeNumber }) => codeNumber === number)?.status

test('a document is created, approved, cancelled, and another one corrected, by keyboard alone', async () => {
  const [devi, bakri] = await Promise.all([signIn('devi'), signIn('bakri')])
  const number = await create(devi)
  await approve(bakri, number)

  await isValidated(devi)
  await act(devi, 'Cancel')
  await expect.poll(() => focused(devi), WAIT).toMatch(/^Reason for cancelling/)
  // What leaves the document as it is is not called like what cancels it.
  const question = devi.getByRole('dialog', { name: `Cancel ${number}` })
  expect(await question.getByRole('button', { name: /cancel/i }).count()).toBe(0)
  await question.getByRole('button', { name: 'Keep it' }).waitFor()
  await devi.keyboard.type('The stall was not built.')
  await act(devi, 'Continue')
  await act(devi, 'Cancel the invoice')
  await devi.getByText('Invoice cancelled successfully!').waitFor()
  await devi.getByRole('dialog').getByText('User Cancelled', { exact: true }).first().waitFor()
  expect(await statusOf(number)).toBe('Cancelled')
  await press(devi, 'Escape')
  await expect.poll(() => focused(devi), WAIT).toBe(number)

  const wrong = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers', quantity: '3' })
  const decision = await callAs('bakri')
  await decision.post(`/api/v1/integration/approve-invoice/${wrong.uuid}/`, { status: 'Approved' })
  await press(devi, 'Control+k')
  await devi.keyboard.type(wrong.number)
  await devi.getByRole('option', { name: wrong.number }).waitFor()
  await press(devi, 'Enter')
  await isValidated(devi)
  await act(devi, 'Correct')
  await devi.getByRole('heading', { level: 1, name: `Correct ${wrong.number}` }).waitFor()
  await enter(devi, 'Reason for cancelling', 'Three were billed, two were built.')
  await enter(devi, 'Quantity, line 1', '2')
  await act(devi, 'Request Approval')
  expect(await readNumber(devi)).not.toBe(wrong.number)
  expect(await statusOf(wrong.number)).toBe('Cancelled')
})
