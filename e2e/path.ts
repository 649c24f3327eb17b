/** The stations of a document after the form, each on its own screen. */
import type { Locator, Page } from 'playwright-core'

/** Opens the list and the quickview of one document. */
export const openQuickview = async (page: Page, number: string): Promise<Locator> => {
  await page.goto('/dashboard/invoices')
  await page.getByRole('link', { name: number, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: number }).waitFor()
  return panel
}

export const approve = async (page: Page, number: string) => {
  const row = await findPending(page, number)
  await row.getByRole('button', { name: `Approve ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Approve ${number}` })
  await dialog
    .getByText('Are you sure you want to mark this invoice approved? This action is not reversible.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Invoice approved successfully!').waitFor()
  await row.waitFor({ state: 'detached' })
}

export const reject = async (page: Page, number: string, reason: string) => {
  const row = await findPending(page, number)
  await row.getByRole('button', { name: `Reject ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reject ${number}` })
  await dialog.getByRole('textbox', { name: 'Rejection reason' }).fill(reason)
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Invoice rejected successfully!').waitFor()
  await row.waitFor({ state: 'detached' })
}

export const findPending = async (page: Page, number: string) => {
  await page.goto(`/dashboard/invoices/approval?invoice_number=${number}`)
  return page.getByRole('row').filter({ hasText: number })
}

/** Presses Get PDF and waits for the file. */
export const savePdf = async (page: Page, panel: Locator) => {
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Get PDF' }).click()
  const file = await saved
  await page.getByText('PDF downloaded successfully!').waitFor()
  return { name: file.suggestedFilename(), path: await file.path() }
}
