import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { approveByCall, submitInvoice } from './documents.ts'
import { requestApproval } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { openQuickview } from './path.ts'
import { signIn } from './people.ts'
import { planFault } from './simulator.ts'

const { open } = startBrowser()

type Invoice = { number: string; uuid: string }

/** Approves a document and opens it before whoever may correct it, once LHDN has refused it. */
const refused = async ({ number, uuid }: Invoice, status: 'Invalid' | 'Submission Failed') => {
  await approveByCall('bakri', uuid)
  const aminah = await open()
  await signIn(aminah, 'aminah')
  const panel = await openQuickview(aminah, number)
  await panel.getByText(status, { exact: true }).first().waitFor()
  return { page: aminah, said: panel.getByRole('region', { name: 'LHDN Response' }) }
}

const edited = (page: Page) => page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()

/** The control that has the cursor, by its accessible name. */
const focused = async (page: Page, role: 'textbox' | 'combobox', name: string) => {
  const control = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
  await control.waitFor()
  return control
}

test('a click on what LHDN said leads into the buyer’s field, and another into the header’s', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    // Both well-formed, and known to nobody.
    particulars: { tin_no: 'C4040404040' },
    header: {
      invoice_type: '02',
      original_inv_number: 'M-PEN01999999',
      original_inv_ref_number: 'F9D425P6DS7D8IU3GA3J10XXXX',
    },
  })
  const { page, said } = await refused({ number, uuid }, 'Invalid')
  await said.getByRole('link', { name: /LHDN UUID.*DR301/ }).waitFor()
  await said.getByRole('link', { name: /buyer’s TIN is not known.*ERR406/ }).click()
  await edited(page)
  const tin = await focused(page, 'textbox', 'TIN')
  expect(await tin.inputValue()).toBe('C4040404040')
  await expectAccessible(page, 'the form of a refused document')

  await page.getByRole('link', { name: /DR301/ }).click()
  await focused(page, 'textbox', 'Original LHDN Invoice UUID')
  await page.getByRole('link', { name: /ERR406/ }).click()
  await focused(page, 'textbox', 'TIN')
})

test('a click leads into the line’s field; corrected, the document goes out', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    more_lines: [{ item_description: 'SIM INVALID' }],
  })
  const { page, said } = await refused({ number, uuid }, 'Submission Failed')
  await said.getByRole('link', { name: /Line 2: A code is not in the authority’s list/ }).click()
  await edited(page)
  await focused(page, 'combobox', 'Classification, line 2')
  const description = page.getByRole('combobox', { name: 'Description, line 2', exact: true })
  await description.fill('Network cabinet')
  await description.press('Escape')
  expect((await requestApproval(page)).number).toBe(number)
})

test('the buyer’s identity can be put right on a document that came back', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    particulars: { tin_no: 'C4040404040' },
  })
  const { page, said } = await refused({ number, uuid }, 'Invalid')
  await said.getByRole('link', { name: /ERR406/ }).click()
  await edited(page)
  const tin = await focused(page, 'textbox', 'TIN')
  await tin.fill('C11902337050')
  await tin.and(page.locator('[aria-invalid="true"]')).waitFor({ state: 'detached' })
  await requestApproval(page)

  const bakri = await open()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const panel = await openQuickview(bakri, number)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
})

test('what LHDN refused for a while goes out again all at once', async () => {
  const contract = 'CT-AGAIN'
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await planFault('submit', '403', 2)
  for (const buyer of ['Ong Brothers', 'Ong Brothers'])
    await approveByCall('bakri', (await submitInvoice('aminah', { store: 'PEN01', buyer, contract })).uuid)
  await bakri.goto(`/dashboard/invoices?tab=Failed&contract_number=${contract}`)
  await bakri.getByRole('button', { name: 'Retry all 2' }).click()
  const dialog = bakri.getByRole('dialog', { name: 'Retry all 2' })
  await expectAccessible(bakri, 'the question before all that failed go out again')
  await dialog.getByRole('button', { name: 'Send them again' }).click()
  await bakri.getByText('Documents that go out again: 2').waitFor()
  await bakri.getByText('No document matches these filters.').waitFor()
  expect(await bakri.getByRole('button', { name: /^Retry all/ }).count()).toBe(0)
  await bakri.goto(`/dashboard/invoices?tab=Validated&contract_number=${contract}`)
  await expect.poll(() => bakri.locator('tr[data-row]').count()).toBe(2)

  const aminah = await open()
  await signIn(aminah, 'aminah')
  await aminah.goto('/dashboard/invoices?tab=Failed')
  await aminah.locator('tr[data-row]').first().waitFor()
  expect(await aminah.getByRole('button', { name: /^Retry all/ }).count()).toBe(0)
})

test('what LHDN refused is thrown away from its details, which say what then becomes of it', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    more_lines: [{ item_description: 'SIM INVALID' }],
  })
  const { page } = await refused({ number, uuid }, 'Submission Failed')
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Cancel ${number}` })
  await question.getByText('This document was not accepted as it stands. Its number is free again.').waitFor()
  await question.getByRole('button', { name: 'Cancel document' }).click()
  await page.getByText('Invoice cancelled successfully!').waitFor()
  await panel.getByText('User Cancelled').first().waitFor()
})
