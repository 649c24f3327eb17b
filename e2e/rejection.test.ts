import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice } from './documents.ts'
import { fill } from './form.ts'
import { approve, openQuickview, reject } from './path.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

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

  await approve(bakri, number)
  const panel = await openQuickview(bakri, number)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  await panel.getByText('MYR 518.40').first().waitFor()
  const history = panel.getByRole('region', { name: 'History' })
  await history.getByText('The order was for four points.').waitFor()
  await history.getByText('Approval Rejected').waitFor()
})
