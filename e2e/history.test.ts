/** Who changed what: from the thing that was changed to the log, and what was called of administration. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { fill } from './form.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

test('Devi changes a customer, finds her change in its history, and what she called in the other log', async () => {
  const { post } = await callAs('aminah')
  const made = {
    ...{
      name: 'Kedai Sejarah',
      tin_no: 'C25845632020',
      identity_type: 'BRN',
      identity_number: '201901087699',
    },
    ...{ address1: '12 Jalan Tun Razak', zipcode: '50400', city: 'Ipoh', state: '08', country: 'MYS' },
    ...{ contact_number: '+60312345678', sender_entity_code: '' },
  }
  expect((await post('/api/v1/customers/', made)).status).toBe(201)

  const page = await open()
  await signIn(page, 'devi', '/dashboard/customers?name=Kedai+Sejarah')
  const edit = page.getByRole('button', { name: 'Edit Kedai Sejarah' })
  await edit.click()
  await fill(page, 'City', 'Taiping')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Customer saved.', { exact: true }).waitFor()

  await edit.click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByText('History of Customer Kedai Sejarah').waitFor()
  const rows = page.locator('tbody tr[data-row]')
  await rows.first().waitFor()
  expect(await rows.first().locator('td').allTextContents()).toEqual([
    ...['devi@lulus.example', 'Admin', 'Customer Kedai Sejarah', 'Update', 'city', 'Ipoh', 'Taiping'],
    expect.stringMatching(/ MYT$/),
  ])
  await page.getByRole('tab', { name: 'Non-Admin' }).click()
  await rows.filter({ hasText: 'devi@lulus.example' }).first().waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'aminah@lulus.example' }).first().waitFor()
  await page.getByRole('tab', { name: 'All', exact: true }).click()

  await page.getByRole('button', { name: 'devi@lulus.example: Update Customer Kedai Sejarah' }).click()
  const panel = page.getByRole('dialog', { name: 'Change' })
  await panel.getByText('Taiping', { exact: true }).waitFor()
  // A link to one of them opens it wherever in the log it lies.
  const opened = new URL(page.url()).searchParams.get('open')
  await page.goto(`/admin/user-audit-logs?action=DELETE&open=${opened}`)
  await panel.getByText('Taiping', { exact: true }).waitFor()
  await panel.getByRole('link', { name: 'Customer Kedai Sejarah' }).click()
  await edit.waitFor()

  await page.goto('/admin/admin-activity-logs')
  const call = rows.filter({ hasText: '/api/v1/user-audit-logs/' }).filter({ hasText: 'devi@lulus.example' })
  await call.filter({ hasText: 'GET' }).first().waitFor()
})

test('both logs are saved, and say so', async () => {
  const page = await open()
  await signIn(page, 'devi')
  for (const [address, button, name] of [
    ['/admin/user-audit-logs', 'Download CSV', 'audit_logs.csv'],
    ['/admin/user-audit-logs', 'Download JSONL', 'audit_logs.jsonl'],
    ['/admin/admin-activity-logs', 'CSV', 'admin_activity_logs.csv'],
  ] as const) {
    await page.goto(address)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    expect((await saved).suggestedFilename()).toBe(name)
    await page
      .getByText('CSV downloaded successfully.')
      .or(page.getByText('The report was downloaded.'))
      .waitFor()
  }
})

test('a span of a log that ends before it begins is an error', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/user-login-log')
  await page.getByRole('textbox', { name: 'Start Date' }).fill('22 Nov 2026')
  await page.getByRole('textbox', { name: 'End Date' }).fill('10 Nov 2026')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('The end lies before the beginning.').waitFor()
})

test('who is no superadmin finds no way to the logs', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'History' }).count()).toBe(0)
  await page.goto('/admin/user-audit-logs')
  await page.waitForURL('**/dashboard')
})
