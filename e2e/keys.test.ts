/** The product by keyboard: the palette, the shortcuts and their help. */
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

let page: Page
let invoice: { number: string; uuid: string }
beforeAll(async () => {
  page = await open()
  await signIn(page, 'devi')
  invoice = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers', quantity: '6' })
})

const press = (keys: string) => page.keyboard.press(keys)
const option = (name: string | RegExp) => page.getByRole('option', { name })
const at = (path: string) => page.waitForURL((url) => url.pathname === path)
const heldRow = () =>
  page.evaluate<string | null>("document.activeElement.closest('[data-row]')?.dataset.row ?? null")

test('Ctrl+K goes to a screen, and by its number or UUID to a document', async () => {
  await press('Control+k')
  await option('Approve').waitFor()
  await expectAccessible(page, 'the palette')
  await page.keyboard.type('audit logs')
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('User Audit Logs')])
  await press('Enter')
  await at('/admin/user-audit-logs')
  await press('Control+k')
  await page.locator('[role="dialog"] input:focus').waitFor()
  await page.keyboard.type('data rules')
  await expect
    .poll(() => page.getByRole('dialog').getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('Validation Rules'), expect.stringContaining('Mapping Rules')])
  await option('Validation Rules').click()
  await at('/data-mapping/validation-rules')
  await press('Control+k')
  await page.locator('[role="dialog"] input:focus').waitFor()
  await page.keyboard.type(invoice.number)
  await option(invoice.number).waitFor()
  await press('Enter')
  await page.getByRole('dialog', { name: 'Invoice Details' }).getByText(invoice.number).first().waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toBe(invoice.uuid)
  await press('Escape')
  await press('Control+k')
  await page.locator('[role="dialog"] input:focus').fill(invoice.uuid)
  await option(invoice.number).waitFor()
  await press('Escape')
})

test('G and a letter lead to a screen, J and K through its rows, Enter opens, X chooses, Esc leaves', async () => {
  await press('g')
  await press('a')
  await at('/dashboard/invoices/approval')
  // Newest first: what others left there may be nothing that one chooses.
  await page.goto('/dashboard/invoices/approval?sort_by=modified_at&sort_order=desc')
  await page.locator('tbody tr[data-row]').nth(1).waitFor()
  const rows = await page
    .locator('tbody tr[data-row]')
    .evaluateAll((all) => all.map((row) => row.dataset.row))
  expect(rows[0]).toBe(invoice.uuid)
  await press('j')
  expect(await heldRow()).toBe(rows[0])
  await press('j')
  expect(await heldRow()).toBe(rows[1])
  await press('k')
  expect(await heldRow()).toBe(rows[0])
  await press('x')
  const box = page.locator('tbody tr[data-row]').first().getByRole('checkbox')
  await expect.poll(() => box.isChecked()).toBe(true)
  await press('x')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(heldRow).toBe(rows[0])
  await press('Escape')
  expect(await heldRow()).toBeNull()
})

test('Enter does nothing in a row that nothing opens, where buttons act at once', async () => {
  const devi = await callAs('devi')
  const wanted = { report_type: 'scheduled', frequency: 'daily', name: 'By keys', filters: {} }
  const made = await devi.post('/api/v1/notifications/reports/', wanted)
  const { id } = (await made.json()) as { id: string }
  await page.goto('/dashboard/report')
  const row = page.locator(`tr[data-row="${id}"]`)
  await row.getByRole('button', { name: 'Send me one now: By keys' }).waitFor()
  const acts: string[] = []
  const note = (request: Request) => void (request.method() !== 'GET' && acts.push(request.url()))
  page.on('request', note)
  await press('j')
  for (let steps = 0; steps < 50 && (await heldRow()) !== id; steps += 1) await press('j')
  expect(await heldRow()).toBe(id)
  await press('Enter')
  // Its buttons are the next stop.
  await press('Tab')
  const button = "document.activeElement.closest('button')?.ariaLabel"
  expect(await page.evaluate<string>(button)).toBe('Send me one now: By keys')
  expect(acts).toEqual([])
  page.off('request', note)
  await row.getByRole('button', { name: 'Delete By keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await row.waitFor({ state: 'detached' })
})

test('none acts while somebody types, and ? tells all of them', async () => {
  await page.goto('/dashboard/customers')
  await page.locator('[data-row]').first().waitFor()
  const filters = page.getByRole('button', { name: 'Show Filters' })
  if (await filters.count()) await filters.click()
  const field = page.getByRole('textbox', { name: 'Buyer Name' })
  await field.focus()
  await page.keyboard.type('gd?jx')
  expect(await field.inputValue()).toBe('gd?jx')
  expect(new URL(page.url()).pathname).toBe('/dashboard/customers')
  await page.locator('main').focus()
  await press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await expectAccessible(page, 'the shortcuts')
  await press('g')
  await press('i')
  expect(new URL(page.url()).pathname).toBe('/dashboard/customers')
  await press('Escape')
})

test.each([
  ['?', 'Keyboard shortcuts'],
  ['Control+k', 'Search and go to'],
])('who closes what %s opened goes on from the same row', async (keys, name) => {
  await page.goto('/dashboard/customers')
  const rows = page.locator('tbody tr[data-row]')
  await rows.nth(1).waitFor()
  await press('j')
  await press('j')
  const held = await heldRow()
  expect(held).not.toBeNull()
  await press(keys)
  const dialog = page.getByRole('dialog', { name })
  await dialog.locator(':focus').waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(heldRow).toBe(held)
})

test('who switches them off in My Account has letters again, but for Ctrl+K', async () => {
  await page.goto('/dashboard/my-account')
  const shortcuts = page.getByRole('radiogroup', { name: 'Keyboard shortcuts' })
  const choose = async (words: string) => {
    const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await shortcuts.getByText(words, { exact: true }).click()
    await kept
    // It holds once the profile was read again.
    const chosen = shortcuts.getByRole('radio', { name: words, exact: true })
    await expect.poll(() => chosen.isChecked()).toBe(true)
  }
  await choose('Off')
  await page.locator('main').focus()
  await press('?')
  await press('Control+k')
  await page.getByRole('dialog', { name: 'Search and go to' }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  await press('Escape')

  const changed: string[] = []
  const note = (request: Request) =>
    void (request.method() === 'PATCH' && changed.push(new URL(request.url()).pathname))
  page.on('request', note)
  await page.getByRole('button', { name: /^Notifications: / }).click()
  const notice = page.getByRole('dialog').filter({ hasText: 'Notifications' }).getByRole('listitem').first()
  const item = notice.getByRole('link').first()
  await item.focus()
  await press('e')
  await press('j')
  expect(await item.evaluate((link) => link.ownerDocument.activeElement === link)).toBe(true)
  await press('Escape')

  // The way out of what is open is no shortcut, wherever the focus is.
  await page.goto('/dashboard/invoices')
  await page.locator('[data-row]').getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.waitFor()
  await page.locator('main').focus()
  await press('j')
  await press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.goBack()
  await panel.waitFor()
  await page.getByRole('searchbox').focus()
  await press('Escape')
  expect(await panel.isVisible()).toBe(true)

  await page.goto('/dashboard/my-account')
  await choose('On')
  page.off('request', note)
  expect(changed).toEqual(['/api/v1/user-profile/preferences/'])
})
