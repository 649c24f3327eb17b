/** Fills in the document form as a clerk does: by the names of its fields, by keyboard where that is quicker. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { EnteredLine } from './sums.ts'

/** Picks an option of a searchable select by typing for it; `wanted` stands in the option that is taken. */
export const choose = async (page: Page, field: string, typed: string, wanted = typed) => {
  const input = page.getByRole('combobox', { name: field, exact: true })
  await input.click()
  // A clerk types when the list is open; only then is the field sure to have the focus.
  await page.getByRole('combobox', { name: field, exact: true, expanded: true }).waitFor()
  await input.fill(typed)
  await page.getByRole('option').filter({ hasText: wanted }).first().click()
}

export const fill = (page: Page, field: string, value: string) =>
  page.getByRole('textbox', { name: field, exact: true }).fill(value)

/** Opens the fields of the header that most documents leave alone. */
export const openMore = (page: Page) => page.getByText('More', { exact: true }).click()

/** Enters the lines below one another: the first is there, Enter adds each further one. */
export const fillLines = async (page: Page, lines: readonly EnteredLine[]) => {
  for (const [index, line] of lines.entries()) {
    if (index > 0)
      await page.getByRole('textbox', { name: `Unit Price, line ${index}`, exact: true }).press('Enter')
    await fillLine(page, index + 1, line)
  }
}

const fillLine = async (page: Page, row: number, line: EnteredLine) => {
  const at = (field: string) => `${field}, line ${row}`
  const description = page.getByRole('combobox', { name: at('Description'), exact: true })
  await description.fill(line.description)
  await description.press('Escape')
  await choose(page, at('Classification'), line.classification)
  await fill(page, at('Quantity'), line.quantity)
  if (line.unit !== 'EA') await choose(page, at('Unit'), line.unit)
  await fill(page, at('Unit Price'), line.unit_price)
  if (line.tax_type !== '06') await choose(page, at('Tax Type'), line.tax_type)
  if (line.tax_rate) await fill(page, at('Tax Rate (%)'), line.tax_rate)
  if (line.exemption) await fill(page, at('Tax Exemption Reason'), line.exemption)
  if (line.discount_rate) await fill(page, at('Discount Rate (%)'), line.discount_rate)
  if (line.discount_amount) await fill(page, at('Discount Amount'), line.discount_amount)
}

/** A reload that the person declines, as the browser asks where something was typed. */
export const declineReload = async (page: Page) => {
  const asked = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}

/** Sends the form and reads off the success modal what was stored. */
export const requestApproval = async (page: Page) => {
  await page.getByRole('button', { name: 'Request Approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submission Successful' })
  await dialog.waitFor()
  const text = (await dialog.textContent()) ?? ''
  const number = /M-[A-Z]{3}\d+/.exec(text)?.[0]
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0]
  if (!number || !uuid) throw new Error(`The success modal names no document: ${text}`)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.waitForURL('**/dashboard/create-document')
  return { number, uuid }
}
