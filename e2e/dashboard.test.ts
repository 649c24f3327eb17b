import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { SENT_BACK, sendBack, submitInvoice } from './documents.ts'
import { fill } from './form.ts'
import { hearNoNews } from './news.ts'
import { callAs, signIn } from './people.ts'
import { planFault } from './simulator.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

const TODAY = '**/api/v1/dashboard/today/'
const SHIFT_MAX = 0.05

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you' })
const group = (page: Page, title: string) => needs(page).getByRole('region', { name: title })

/** How far what stood there already was moved while the page came. */
const shiftOf = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))
  ).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => resolve(0), 200))`)

test('a clerk begins with what needs them: it leads to the list of as many, and to the form', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await fill(page, 'Quantity, line 1', '4')
  await page.goto('/dashboard')
  await group(page, 'Drafts in this browser').getByText('No customer yet').first().waitFor()
  expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX)

  const rejected = group(page, 'Sent back')
  await rejected.getByText('Bakri Hassan: ').first().waitFor()
  await rejected.getByRole('link', { name: /^Fix/ }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
  await page.goBack()

  // A draft leads to the form in which it was begun.
  const { uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await page.goto(`/dashboard/invoices/create?copy=${uuid}`)
  await fill(page, 'Quantity, line 1', '41')
  await page.goto('/dashboard')
  const drafts = group(page, 'Drafts in this browser').getByRole('listitem')
  await drafts.filter({ hasText: 'Seri Jaya' }).getByRole('link', { name: 'Continue Draft' }).click()
  await page.getByRole('button', { name: 'Continue with the draft' }).click()
  expect(new URL(page.url()).searchParams.get('copy')).toBe(uuid)
  expect(await page.getByRole('textbox', { name: 'Quantity, line 1' }).inputValue()).toBe('41.00')
  await page.goto('/dashboard')

  const all = group(page, 'Failed or invalid').getByRole('link', { name: /^All/ })
  const count = (await all.textContent())?.replace('All ', '')
  await all.click()
  await page.getByText(`${count} of ${count} Documents`).waitFor()
})

test('who may only edit finds the edit that they left, and nothing that they could not go on with', async () => {
  const page = await open()
  const { uuid, number } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await sendBack(uuid)
  // Among the previous documents it is found, says for whom it is and why it came back, and leads to its details.
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.getByRole('searchbox', { name: 'Search by number, buyer or UUID' }).fill(number)
  await page.getByText('1–1 of 1 documents').waitFor()
  const previous = page.locator(`tr[data-row="${uuid}"]`)
  await previous.getByText('Seri Jaya').waitFor()
  await previous.getByText(SENT_BACK, { exact: true }).waitFor()
  await previous.getByRole('link', { name: number }).click()
  await page.getByRole('dialog', { name: 'Invoice Details' }).getByRole('heading', { name: number }).waitFor()

  await page.goto(`/dashboard/invoices/create?copy=${uuid}`)
  await fill(page, 'Quantity, line 1', '5')
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await fill(page, 'Quantity, line 1', '6')
  await page.goto('/dashboard')
  const drafts = group(page, 'Drafts in this browser').getByRole('listitem')
  await expect.poll(() => drafts.count()).toBe(2)

  await alter<object>(page, '/api/v1/user/permissions/', (flags) => ({ ...flags, can_create_invoice: false }))
  await page.goto('/dashboard')
  await expect.poll(() => drafts.count()).toBe(1)
  await drafts.getByRole('link', { name: 'Continue Draft' }).click()
  await page.getByRole('button', { name: 'Continue with the draft' }).click()
  expect(await page.getByRole('textbox', { name: 'Quantity, line 1' }).inputValue()).toBe('6.00')
  expect(new URL(page.url()).pathname).toBe(`/dashboard/invoices/edit/${uuid}`)
})

test('what failed without a field leads to its form who may see no list, and nothing is said in vain', async () => {
  const page = await open()
  const { uuid, number } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await planFault('submit', '403')
  const bakri = await callAs('bakri')
  expect((await bakri.post(`/api/v1/integration/approve-invoice/${uuid}/`, { status: 'Approved' })).ok).toBe(
    true,
  )
  await expect
    .poll(
      async () =>
        ((await (await bakri.get(`/api/v1/invoices/${uuid}/`)).json()) as { status: string }).status,
    )
    .toBe('Submission Failed')
  await signIn(page, 'aminah', '/dashboard/my-account')
  await alter<{ failed: object }>(page, '/api/v1/dashboard/today/', (today) => ({
    ...today,
    ...{ held: today.failed, unknown: today.failed },
  }))
  await page.goto('/dashboard')
  await group(page, 'Outcome unknown').waitFor()
  await group(page, 'On hold').waitFor()
  await alter<object>(page, '/api/v1/user/permissions/', (flags) => ({
    ...flags,
    ...{ can_view_invoice: false, can_view_all: false },
  }))
  await page.goto('/dashboard')
  await group(page, 'Failed or invalid')
    .getByRole('link', { name: `Fix ${number}` })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
  await page.goBack()
  await group(page, 'Failed or invalid').waitFor()
  expect(await group(page, 'Outcome unknown').count()).toBe(0)
  expect(await group(page, 'On hold').count()).toBe(0)
})

test('an approver begins with what waits for them, with words for what fails, with figures to read', async () => {
  const page = await open()
  await signIn(page, 'bakri')
  const row = group(page, 'To approve').getByRole('listitem').first()
  const number = (await row.getByRole('link').first().textContent()) ?? ''
  await row.getByRole('link', { name: `Review ${number}` }).click()
  // The document itself, not a list to look for it in.
  await page.getByRole('dialog', { name: number }).getByRole('button', { name: 'Approve' }).waitFor()

  // What others do meanwhile, or a server that is away, would be asked again by itself: no button then.
  await hearNoNews(page)
  await page.route(TODAY, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await needs(page).getByText('What needs you could not be loaded.').waitFor()
  await page.getByRole('link', { name: /LHDN Validated This Month \d/ }).waitFor()
  await page.unroute(TODAY)
  await needs(page).getByRole('button', { name: 'Retry' }).click()
  await group(page, 'To approve').waitFor()

  // Each chart can be a table, and says that its last month is not over.
  await page.goto('/dashboard?tab=graphs')
  const chart = page.getByRole('region', { name: 'Invoices Processed (YTD)' })
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await chart.getByRole('row', { name: /so far \d+/ }).waitFor()
  expect(await chart.locator('svg.recharts-surface').count()).toBe(0)
  await chart.getByRole('button', { name: 'Show as chart' }).click()
  await chart.locator('svg.recharts-surface').first().waitFor()
})

test('figures that are known stay when they cannot be asked for again', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  const counted = page.getByRole('link', { name: /^LHDN Validated Year to Date/ })
  await expect.poll(() => counted.textContent()).toMatch(/\d/)
  await page.route('**/api/v1/invoice-counts/', (route) => route.fulfill({ status: 400, json: {} }))
  const refused = page.waitForResponse('**/api/v1/invoice-counts/')
  await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await (await refused).finished()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.getByText('The figures could not be loaded.').count()).toBe(0)
  expect(await counted.textContent()).toMatch(/\d/)
})

test('figures lead nobody to a list that they may not see', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.getByRole('link', { name: /LHDN Validated This Month \d/ }).waitFor()
  await alter<object>(page, '/api/v1/user/permissions/', (flags) => ({
    ...flags,
    ...{ can_view_invoice: false, can_view_all: false },
  }))
  await page.goto('/dashboard')
  await page
    .getByText(/^This Month \d/)
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: /This Month/ }).count()).toBe(0)
})
