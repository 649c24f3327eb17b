/** What people see, read and reach by keyboard at the desk: each was once a fault of a screen in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, LAPTOP } from './chromium.ts'
import { sendBack, submitInvoice } from './documents.ts'
import { expectWithinWidth } from './judging/axe.ts'
import { measureEdges, measureWords } from './judging/contrast.ts'
import { seenOf } from './judging/seen.ts'
import { openQuickview } from './path.ts'
import { fillSignIn, signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

/** An approver and a clerk, each with one window for the whole file: signing in anew costs more than the checks. */
let page: Page
let clerk: Page
const pending: { number: string; uuid: string }[] = []
beforeAll(async () => {
  page = await open()
  clerk = await open()
  await Promise.all([signIn(page, 'devi'), signIn(clerk, 'aminah')])
  for (const quantity of ['2', '3', '4', '5']) {
    pending.push(await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers', quantity }))
  }
})

const documentAt = (at: number) => {
  const found = pending[at]
  if (!found) throw new Error('So many documents were not made.')
  return found
}

/** Answers this call so, until the routes are lifted. */
const answer = (at: Page, path: string, status: number, json: object) =>
  at.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, json }),
  )
const PENDING = '/dashboard/invoices/approval?sender_store_code=PEN01&sort_by=invoice_number&sort_order=desc'
const AWAY = { detail: 'The database is away.', code: 'unavailable' }
const FORBIDDEN = { detail: 'You need the permission can_see_this.', code: 'flag_missing' }
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('colours', () => {
  const SCHEMES = ['light', 'dark'] as const

  test('of a sign-in that failed can be read', async () => {
    const stranger = await open()
    await stranger.goto('/')
    await fillSignIn(stranger, 'nobody@lulus.example', 'wrong')
    await stranger.getByRole('alert').waitFor()
    for (const scheme of SCHEMES) {
      await changeLook(stranger, { scheme })
      const words = await measureWords(stranger, '[role=alert]')
      expect(words.length, scheme).toBeGreaterThan(0)
      expect(
        words.filter(({ ratio }) => ratio < 4.5),
        scheme,
      ).toEqual([])
    }
  })

  test.each(['/dashboard/invoices/create', '/dashboard/invoices/approval'])(
    'of fields, boxes and switches on %s show where they are',
    async (path) => {
      await page.goto(path)
      await page.getByRole('main').getByRole('combobox').first().waitFor()
      for (const scheme of SCHEMES) {
        await changeLook(page, { scheme })
        // A box that can be used once the rows have come is on its way from one colour to another.
        const faint = async () => (await measureEdges(page)).filter(({ ratio }) => ratio < 3)
        await expect.poll(faint, { message: scheme }).toEqual([])
        expect((await measureEdges(page)).length, scheme).toBeGreaterThan(2)
      }
      await changeLook(page, {})
    },
  )
})

/** Where each head of the table stands and how wide it is, in px, and how high the rows are. */
const MEASURES = `(() => {
  const heads = [...document.querySelectorAll('thead th')].map((head) => {
    const { left, width } = head.getBoundingClientRect()
    return [head.textContent, Math.round(left), Math.round(width)]
  })
  const rows = [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.offsetHeight)
  return { heads, heights: [...new Set(rows)] }
})()`

describe('a table', () => {
  test('shows an approver at 1024 px what the decision is about', async () => {
    const { number, uuid } = documentAt(0)
    await changeLook(page, { width: LAPTOP })
    await page.goto(`/dashboard/invoices/approval?invoice_number=${number}`)
    const row = page.locator(`[data-row="${uuid}"]`)
    await row.waitFor()
    const cells = row.getByRole('cell')
    const date = (await cells.filter({ hasText: /^\d+ \w{3} \d{4}$/ }).textContent()) ?? 'no date'
    const wanted = [number, date, '259.20', 'Aminah']
    expect(await seenOf(page, `[data-row="${uuid}"]`, wanted)).toEqual(wanted)
    expect(await button(`Approve ${number}`).isVisible()).toBe(true)

    // The term of a consolidated document has no column of its own.
    await page.route(
      (url) => url.pathname === '/api/v1/invoices/pending/',
      async (route) => {
        const response = await route.fetch()
        const { results, ...rest } = (await response.json()) as { results: object[] }
        await route.fulfill({
          json: { ...rest, results: results.map((one) => ({ ...one, due: '2025-11-27' })) },
        })
      },
    )
    await page.reload()
    await row.getByText('was due 27 Nov 2025').waitFor()
    expect(await seenOf(page, `[data-row="${uuid}"]`, ['was due 27 Nov 2025'])).toHaveLength(1)
    expect(await row.locator('td[title$=", was due 27 Nov 2025"]').count()).toBe(1)
    await changeLook(page, {})
    expect(await seenOf(page, `[data-row="${uuid}"]`, ['was due 27 Nov 2025'])).toHaveLength(1)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Due, ascending' })
    await page.waitForURL((url) => url.searchParams.get('sort_by') === 'due')
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('brings a head in focus out from under what is pinned', async () => {
    await page.goto('/dashboard/invoices')
    await page.locator('tbody tr[data-row]').first().waitFor()
    for (const head of ['Contract #', 'Agent #', 'Submission Date', 'Document Total', 'Doc Number']) {
      await page.getByRole('columnheader', { name: head }).getByRole('button').focus()
      expect(await seenOf(page, 'thead', [head])).toEqual([head])
    }
  })

  test('keeps its columns and rows where they are from page to page', async () => {
    await page.route(
      (url) => url.pathname === '/api/v1/invoices/pending/',
      async (route) => {
        const url = new URL(route.request().url())
        const other = url.searchParams.get('page') === '2'
        url.searchParams.delete('page')
        const response = await route.fetch({ url: url.href })
        const { results, ...rest } = (await response.json()) as { results: { customer: object }[] }
        const long = (row: (typeof results)[number], at: number) => ({
          ...row,
          sender: 'Syarikat Perniagaan Antarabangsa Kinabalu Sdn Bhd',
          customer: {
            ...row.customer,
            name: at % 2 ? 'Li' : 'Pembekal Makanan Laut dan Sayuran Segar Utara',
          },
          created_by_name: 'Tengku Nur Aisyah binti Tengku Abdullah',
          total_payable_amount: '9876543.20',
          may_approve: at % 2 ? { ok: true, why: '' } : { ok: false, why: 'No.' },
          may_reject: at % 2 ? { ok: true, why: '' } : { ok: false, why: 'No.' },
        })
        const shown = other ? results.map(long) : results
        await route.fulfill({ response, json: { ...rest, count: 1000, results: shown } })
      },
    )
    await page.goto('/dashboard/invoices/approval?page_size=5')
    await page.locator('tbody tr[data-row]').nth(3).waitFor()
    const before = await page.evaluate(MEASURES)
    await button('Next').click()
    await page.getByText('Tengku Nur Aisyah').first().waitFor()
    expect(await page.evaluate(MEASURES)).toEqual(before)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('begins each page at its top', async () => {
    await page.route(
      (url) => url.pathname === '/api/v1/summary-invoices/',
      async (route) => {
        const url = new URL(route.request().url())
        url.searchParams.delete('page')
        const response = await route.fetch({ url: url.href })
        await route.fulfill({ response, json: { ...(await response.json()), count: 1000 } })
      },
    )
    await page.goto('/dashboard/invoices')
    const rows = page.locator('tbody tr[data-row]')
    await rows.last().scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate<number>("document.querySelector('table').parentElement.scrollTop")
    expect(await scrolled()).toBeGreaterThan(0)
    await button('Next').click()
    await page.waitForURL((url) => url.searchParams.get('page') === '2')
    await expect.poll(scrolled).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.each([
  '/dashboard',
  '/dashboard/invoices',
  '/dashboard/invoices/approval',
  '/dashboard/create-document',
  '/dashboard/invoices/create',
  '/dashboard/my-account',
  '/admin',
  '/admin/user-management',
])('%s is no wider than a window of 320 px', async (path) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await expectWithinWidth(page, path)
  await changeLook(page, {})
})

const openTemplate = async (at: Page) => {
  await at.goto('/dashboard/create-document')
  await at.getByRole('link', { name: 'Office starter set' }).click()
  await at.getByRole('heading', { level: 1, name: 'Create from template' }).waitFor()
}

describe('the focus', () => {
  test('stays in the preview of a draft, whose frame it does not enter', async () => {
    await openTemplate(clerk)
    await clerk.getByRole('button', { name: 'Preview' }).click()
    const dialog = clerk.getByRole('dialog', { name: 'Preview' })
    const frame = dialog.getByTitle('Draft of the document')
    await frame.waitFor()
    await dialog.locator(':focus').waitFor()
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await clerk.keyboard.press(key)
      expect(await dialog.locator(':focus:not(iframe)').count(), key).toBe(1)
    }
    await clerk.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('words', () => {
  test('of an address book that was not loaded say so', async () => {
    await openTemplate(clerk)
    await answer(clerk, '/api/v1/customers-list/', 503, AWAY)
    await clerk.getByRole('combobox', { name: 'Buyer' }).fill('Nobody knows')
    await clerk.getByText(`The list could not be loaded. ${AWAY.detail}`).waitFor()
    expect(await clerk.getByText('Nothing found.').count()).toBe(0)
    await clerk.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('of templates that were not loaded say what was not, and why', async () => {
    await answer(clerk, '/api/v1/integration/invoice-templates/', 503, AWAY)
    await clerk.goto('/dashboard/create-document')
    const card = clerk.getByRole('region', { name: 'Templates' })
    await card.getByText('The templates could not be loaded.').waitFor()
    await card.getByText(AWAY.detail).waitFor()
    await clerk.unrouteAll({ behavior: 'ignoreErrors' })
    await card.getByRole('button', { name: 'Retry' }).click()
    await card.getByRole('link', { name: 'Office starter set' }).waitFor()
  })

  test('of a missing permission name it, and offer nothing to try again', async () => {
    const CALLS = ['invoices-over-months', 'top-buyers', 'invoices-by-sender']
    for (const call of CALLS) await answer(page, `/api/v1/${call}/`, 403, FORBIDDEN)
    await page.goto('/dashboard?tab=graphs')
    await expect.poll(() => page.getByText(FORBIDDEN.detail).count()).toBe(CALLS.length)
    expect(await page.getByText('could not be loaded').count()).toBe(0)
    expect(await button('Retry').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('over what a person wrote do not speak of LHDN; of a refusal are sentences at names of the form', async () => {
    const { number, uuid } = documentAt(0)
    await sendBack(uuid, 'The order was for four points.', 'devi')
    const panel = await openQuickview(page, number)
    const said = panel.getByRole('region', { name: 'Reason for the rejection' })
    await said.getByText('The order was for four points.').waitFor()
    expect(await panel.getByText('LHDN Response').count()).toBe(0)

    const details = 'Only possible while the document is Invalid; it is Validated.'
    const fields = { 'items.1.tax_type': ['Choose one.'], 'customer.tin_no': ['This is no TIN.'] }
    const errorOf = (type: string, told: unknown) => ({ type, invoice_number: number, details: told })
    const errors = [errorOf('wrong_status', details), errorOf('invalid_fields', fields)]
    const refused = { status: 'Error', Invoice_Numbers: [], UUIDs: [] }
    const reply = { ...refused, errors: [{ invoice_number: number, errors }] }
    await answer(clerk, '/api/v1/integration/submit-json/', 400, reply)
    await clerk.goto(`/dashboard/invoices/edit/${uuid}`)
    await clerk.getByRole('button', { name: 'Request Approval' }).click()
    const dialog = clerk.getByRole('dialog', { name: 'Submission Error' })
    await dialog.getByText(details).waitFor()
    expect(await dialog.getByText('wrong_status').count()).toBe(0)
    expect(await dialog.locator('dt').allTextContents()).toEqual(['Line: Tax Type · line 2', 'Customer: TIN'])
    await clerk.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('a form with problems says so first in the title of its window', async () => {
  await clerk.goto('/dashboard/invoices/create')
  await clerk.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await clerk.getByRole('button', { name: 'Request Approval' }).click()
  await clerk.getByRole('heading', { name: /There (is|are) \d+ problem/ }).waitFor()
  expect(await clerk.title()).toBe('Error: Add Invoice · Lulus')
})

test('arrow down opens every kind of select', async () => {
  const opens = async (at: Page, name: string) => {
    const select = at.getByRole('combobox', { name, exact: true }).first()
    await select.focus()
    await at.keyboard.press('ArrowDown')
    await expect.poll(() => select.getAttribute('aria-expanded'), { message: name }).toBe('true')
    await at.keyboard.press('Escape')
  }
  await clerk.goto('/dashboard/invoices/create')
  const cells = ['Classification, line 1', 'Unit, line 1', 'Tax Type, line 1']
  for (const name of ['Invoice Type', 'Department Code', ...cells]) await opens(clerk, name)
  await page.goto(PENDING)
  await opens(page, 'Department')
  await page.goto('/admin/user-management')
  await page.locator('main select').first().focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.locator('select:open').count()).toBe(1)
})

test('a date that is none, and a span that ends before it begins, are errors', async () => {
  await page.goto(PENDING)
  const from = page.getByRole('textbox', { name: 'Issue Date From' })
  const to = page.getByRole('textbox', { name: 'Issue Date To' })
  await from.fill('22 Marble 2026')
  await to.fill('10 Nov 2026')
  await page.getByText('Please enter a real date').waitFor()
  await from.fill('22 Nov 2026')
  await button('Apply').click()
  await page.getByText('The end lies before the beginning.').waitFor()
  expect(new URL(page.url()).searchParams.get('date_start')).toBeNull()
})

test('the correlation id of LHDN is copied by a button', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard/invoices?tab=Validated')
  await page.getByRole('link', { name: /^M-/ }).first().click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByText('Technical details').click()
  const copy = panel.getByRole('button', { name: 'Copy: Correlation id' }).first()
  await copy.click()
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).not.toBe('')
  await panel.getByText(copied, { exact: true }).first().waitFor()
})
