/** The approver's desk: which list it has, how one goes through it, and what stands above it. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, LAPTOP } from './chromium.ts'
import { submitInvoices } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

const PENDING = '/dashboard/invoices/approval?sender_store_code=PEN01&sort_by=invoice_number&sort_order=desc'
const FOCUSED = `(() => {
  const { activeElement: at } = document
  return (at.ariaLabel || at.textContent || at.tagName).trim()
})()`

test('a second approval of many leaves the Undo of the first, and its reasons; both can be pressed', async () => {
  const page = await open()
  await signIn(page, 'devi')
  const run = (approved: number, given: object) => ({
    ...{
      id: crypto.randomUUID(),
      state: 'undoable',
      total: approved,
      approved,
      refused: 0,
      undone: 0,
      sums: [],
    },
    ...{ created_at: new Date().toISOString(), release_at: null, undo_ms: 600_000, refusals: [], ...given },
  })
  const why = 'The document was changed since you opened it. Look at it again.'
  const refusals = [{ uuid: crypto.randomUUID(), invoice_number: 'TOLD-1', code: 'changed_meanwhile', why }]
  const former = run(3, { refused: 1, refusals })
  const last = run(2, {})
  const runs = [last, former]
  await alter(page, '/api/v1/approvals/latest/', () => ({ runs }))
  const both_asked = Promise.withResolvers<void>()
  await page.route('**/undo/', async (route) => {
    const at = route.request().url().includes(former.id) ? 1 : 0
    // Neither is answered before the other one is asked for.
    if (sent.length === 2) both_asked.resolve()
    await both_asked.promise
    const undone = { ...runs[at], state: 'undone', undone: 3, undo_ms: 0 }
    runs[at] = undone as typeof former
    return route.fulfill({ json: undone })
  })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/undo/')) sent.push(pathname)
  })
  await page.goto('/dashboard/invoices/approval')
  const panel = page.getByRole('region', { name: 'Approval of many' })
  await panel.getByText('2 invoices approved.').waitFor()
  const second = panel.nth(1)
  await second.getByText('3 invoices approved.').waitFor()
  await second.getByText(`TOLD-1 ${why}`).waitFor()
  await expectAccessible(page, 'two approvals of many')
  for (const one of [second, panel.first()])
    await one.getByRole('button', { name: 'Undo', exact: true }).click()
  await second.waitFor({ state: 'detached' })
  await panel.first().waitFor({ state: 'detached' })
  expect(sent).toEqual([former.id, last.id].map((id) => `/api/v1/approvals/${id}/undo/`))
})

test('the list is sorted by a choice where the head of a column is left out, and names whom it is about', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await page.setViewportSize({ width: LAPTOP, height: 900 })
  await page.goto('/dashboard/invoices/approval')
  await page.locator('tbody tr[data-row]').first().waitFor()
  const heads = page.getByRole('columnheader')
  expect(await heads.filter({ hasText: 'Document Type' }).count()).toBe(0)
  const order = page.getByRole('combobox', { name: 'Sort by' })
  for (const [by, words] of [
    ['sender', 'Sender, ascending'],
    ['invoice_type', 'Document Type, descending'],
  ] as const) {
    await order.selectOption(words)
    await page.waitForURL((url) => url.searchParams.get('sort_by') === by)
    expect(await order.locator('option:checked').textContent()).toBe(words)
  }
  const receiver = await heads.filter({ hasText: 'Receiver' }).boundingBox()
  expect(receiver?.width).toBeGreaterThan(90)
  // What stands beneath another column has no head, also where there is room for all columns.
  await changeLook(page, {})
  await heads.filter({ hasText: 'Document Type' }).waitFor()
  expect(await heads.filter({ hasText: 'Due' }).count()).toBe(0)
  await order.selectOption('Due, ascending')
  await page.waitForURL((url) => url.searchParams.get('sort_by') === 'due')
})

test('the list is narrowed to one company, and its departments; the question names it', async () => {
  const wanted = { store: 'JHB01', buyer: 'Hotel Selesa' }
  await submitInvoices('chong', [wanted, wanted])
  const page = await open()
  await signIn(page, 'devi')
  await page.goto('/dashboard/invoices/approval')
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
    await page.keyboard.press('Escape')
  }
  await pick('Department', 'KUL01')
  await pick('Company', 'Selat Foods')
  // A department of another company is no longer chosen, nor offered.
  const departments = page.getByRole('combobox', { name: 'Department', exact: true })
  await departments.click()
  const offered = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => offered.allTextContents()).toEqual([expect.stringMatching(/^JHB01/)])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('sender_entity_code') === '1000000000000025')
  expect(new URL(page.url()).searchParams.get('sender_store_code')).toBeNull()
  const rows = page.locator('tbody tr[data-row]')
  await expect.poll(() => rows.filter({ hasText: 'M-KUL' }).count()).toBe(0)
  const boxes = rows.getByRole('checkbox', { disabled: false })
  for (const at of [0, 1]) await boxes.nth(at).check()
  await page.getByRole('button', { name: 'Bulk Approve (2)' }).click()
  await page.getByRole('dialog').getByText('Company: Selat Foods Sdn Bhd').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/dashboard/invoices?sender_entity_code=1000000000000025')
  const chips = page.getByRole('list', { name: 'Filters in force' })
  await chips.getByText('Selat Foods Sdn Bhd').waitFor()
  await page.locator('tbody tr[data-row]').first().waitFor()
  expect(await page.locator('tbody').getByText('KUL01', { exact: true }).count()).toBe(0)
})

test('once a document is decided the next one has its turn, from the list and from the preview', async () => {
  const wanted = { store: 'PEN01', buyer: 'Ong Brothers' }
  await submitInvoices('aminah', [wanted, wanted, wanted])
  const page = await open()
  await signIn(page, 'devi')
  const focused = () => page.evaluate<string>(FOCUSED)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(PENDING)
  const all = page.getByRole('button', { name: /^Approve M-PEN01/ })
  await all.nth(2).waitFor()
  const labels = await all.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel ?? ''))
  const [first = '', second = '', third = ''] = labels.map((label) => label.slice('Approve '.length))

  await button(`Approve ${first}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await button(`Approve ${first}`).waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(`Preview ${second}`)

  await page.keyboard.press('Enter')
  const preview = (number: string) => page.getByRole('dialog', { name: number, exact: true })
  const approve = preview(second).getByRole('button', { name: 'Approve', exact: true })
  await approve.waitFor()
  await page.getByText(/^1 of \d+ on this page$/).waitFor()
  // However long the document is.
  await changeLook(page, { width: LAPTOP })
  const box = await approve.boundingBox()
  expect(box && box.y + box.height).toBeLessThan(900)
  await changeLook(page, {})
  await page.keyboard.press('j')
  await preview(third)
    .getByText(/^2 of \d+ on this page$/)
    .waitFor()
  await preview(third).getByRole('button', { name: 'Previous document' }).press('Enter')
  await preview(second)
    .getByText(/^1 of \d+ on this page$/)
    .waitFor()
  await approve.click()
  const question = page.getByRole('dialog', { name: `Approve ${second}` })
  // What is asked is about the document that it was asked of.
  await question.locator(':focus').press('j')
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await button(`Approve ${second}`).waitFor({ state: 'detached' })
  await preview(third)
    .getByText(/^1 of \d+ on this page$/)
    .waitFor()
  await expect.poll(() => preview(third).locator(':focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await preview(third).waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe(`Preview ${third}`)
})
