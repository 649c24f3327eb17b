import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, PHONE } from './chromium.ts'
import { sendBack, submitInvoices } from './documents.ts'
import { expectAccessible, expectWithinWidth } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

const MANY = 107
const REFUSED = 7
/** So many documents fit one call. */
const CALL_MAX = 100
const APPROVALS = /^\/api\/v1\/(?:integration\/approve-invoice|approvals)/

let page: Page
let farid: Awaited<ReturnType<typeof callAs>>
/** Paths of the calls by which the page approves, in order. */
const sent: string[] = []
beforeAll(async () => {
  page = await open()
  await signIn(page, 'devi')
  farid = await callAs('farid')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && APPROVALS.test(pathname)) sent.push(pathname)
  })
})

afterEach(() => page.context().setOffline(false))

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

/** Pending invoices of Aminah's whose numbers begin so. */
const make = async (prefix: string, count: number, header: (at: number) => object = () => ({})) => {
  const wanted = Array.from({ length: count }, (_, at) => ({
    ...{ store: 'PEN01', buyer: 'Ong Brothers' },
    header: { source: 'API', invoice_number: `${prefix}-${String(at + 1).padStart(3, '0')}`, ...header(at) },
  }))
  const first = await submitInvoices('aminah', wanted.slice(0, CALL_MAX))
  return count > CALL_MAX ? [...first, ...(await submitInvoices('aminah', wanted.slice(CALL_MAX)))] : first
}

const show = async (prefix: string, page_size = 50, order = '') => {
  await page.goto(`/dashboard/invoices/approval?invoice_number=${prefix}-&page_size=${page_size}${order}`)
  await page.getByRole('row').filter({ hasText: prefix }).first().waitFor()
}

/** Somebody else is quicker with these. */
const approveElsewhere = async (uuids: readonly string[]) => {
  const documents = uuids.map((uuid) => ({ uuid, revision: 1 }))
  const { status } = await farid.post('/api/v1/integration/approve-invoices/', { documents })
  expect(status).toBe(200)
}

/** Aminah has them rejected and edits them, so that they wait again with another revision. */
const editElsewhere = async (made: readonly { uuid: string; number: string }[]) => {
  for (const { uuid } of made) await sendBack(uuid, 'Wrong quantity', 'farid')
  const again = made.map(({ uuid, number }) => ({
    ...{ store: 'PEN01', buyer: 'Ong Brothers', quantity: '2' },
    header: { source: 'API', invoice_number: number, uuid, revision: 1 },
  }))
  expect(await submitInvoices('aminah', again)).toHaveLength(made.length)
}

const statusOf = async (uuid: string) => {
  const answer = await farid.get(`/api/v1/invoices/${uuid}/`)
  return ((await answer.json()) as { status: string }).status
}

/** What has the focus, by its name or its words. */
const focused = () =>
  page.evaluate<string>(`(() => {
    const { activeElement: at } = document
    return at === document.body ? 'BODY' : (at.ariaLabel || at.textContent || at.tagName).trim()
  })()`)
/** One for each approval, the newest first. */
const panel = () => page.getByRole('region', { name: 'Approval of many' })
const inNewest = (name: string) => panel().first().getByRole('button', { name, exact: true })

test('selected ones are approved by one request; the others stay with their reasons; it can be undone', async () => {
  const made = await make('SEL', 8)
  await show('SEL', 10)
  const last = await page.locator('tbody tr[data-row]').last().getAttribute('data-row')
  const elsewhere = made.filter(({ uuid }) => uuid !== last).slice(0, 2)
  const boxes = page.getByRole('checkbox', { name: /^Select SEL-/ })
  for (let at = 0; at < 7; at += 1) await boxes.nth(at).check()
  await button('Bulk Approve (7)').click()
  const question = dialog('Bulk Approve')
  await question.getByText('Are you sure you want to approve 7 invoices?').waitFor()
  await question.getByText('MYR 907.20').waitFor()
  await approveElsewhere(elsewhere.map(({ uuid }) => uuid))
  sent.length = 0
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await page
    .getByText(/Error approving selected invoices! 2 of 7 were not approved/)
    .first()
    .waitFor()
  expect(sent).toEqual(['/api/v1/integration/approve-invoices/'])
  await panel()
    .getByText(/Already approved by Farid/)
    .first()
    .waitFor()
  await page.locator(`[data-row="${last}"]`).waitFor()
  expect(await focused()).toMatch(/^Preview SEL-/)
  await inNewest('Undo').click()
  await page.getByText('The approval was undone. The invoices wait for approval again.').waitFor()
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(6)
  expect(await focused()).toBe('Approvals')
})

test('what is approved without a network is told of once it arrives, wherever one is by then', async () => {
  await make('LATE', 4)
  // It can be opened without a network afterwards.
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await show('LATE', 5)
  const first = await page.locator('tbody tr[data-row]').first().getAttribute('data-row')
  const boxes = page.getByRole('checkbox', { name: /^Select LATE-/ })
  for (let at = 0; at < 3; at += 1) await boxes.nth(at).check()
  await button('Bulk Approve (3)').click()
  await page.context().setOffline(true)
  await dialog('Bulk Approve').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Error approving selected invoices!').waitFor()
  await page.getByText('What was not sent is sent once more by itself:').waitFor()
  // Nothing has been done yet, and so it does not go on to the next row.
  await expect.poll(focused).toBe('Approvals')
  await approveElsewhere([first ?? ''])
  await page.getByRole('main').getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await page
    .getByText(/1 of 3 were not approved.* Under Approvals you can undo it within ten seconds/)
    .waitFor()
  await page.goBack()
  await panel().getByText('2 invoices approved.').waitFor()
  await panel().getByText('1 invoice was not approved:').waitFor()
})

test('what is approved after what arrived late is another approval', async () => {
  await make('NEXT', 4)
  await show('NEXT', 5)
  const boxes = page.getByRole('checkbox', { name: /^Select NEXT-/ })
  const chooseTwo = async () => {
    for (const at of [0, 1]) await boxes.nth(at).check()
    await button('Bulk Approve (2)').click()
  }
  const approve = dialog('Bulk Approve').getByRole('button', { name: 'Approve', exact: true })
  await boxes.nth(3).waitFor()
  await chooseTwo()
  await page.context().setOffline(true)
  await approve.click()
  await page.getByText('What was not sent is sent once more by itself:').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => boxes.count()).toBe(2)
  await chooseTwo()
  await approve.click()
  await expect.poll(() => boxes.count()).toBe(0)
  expect(await page.getByText('An earlier try was stored already.').count()).toBe(0)
})

test('begins with what has waited longest, and says that it does', async () => {
  const [longest] = await make('WAIT', 1)
  const [latest] = await make('WAIT-9', 1)
  await show('WAIT', 5)
  const first = () => page.locator('tbody tr[data-row]').first().getAttribute('data-row')
  const head = page.getByRole('columnheader', { name: 'Waiting Since' })
  expect([await first(), await head.getAttribute('aria-sort')]).toEqual([longest?.uuid, 'ascending'])
  await head.getByRole('button').click()
  await expect.poll(first).toBe(latest?.uuid)
  expect(await head.getAttribute('aria-sort')).toBe('descending')
})

test('while the list stands still under the pointer, all are those that are shown', async () => {
  const made = await make('CALM', 5)
  await show('CALM', 5, '&sort_by=modified_at&sort_order=desc')
  await page.locator('tbody tr[data-row]').first().hover()
  const [later] = await make('CALM-9', 1)
  await page.getByText('1 new row').waitFor()
  await page.getByRole('checkbox', { name: /^Select the 5 documents/ }).check()
  const ticked = page.getByRole('checkbox', { name: /^Select CALM-/, checked: true })
  expect([await ticked.count(), await button('Bulk Approve (5)').count()]).toEqual([5, 1])
  // By key, so that the pointer stays where it is.
  await button('Bulk Approve (5)').press('Enter')
  const question = dialog('Bulk Approve')
  await question.getByText('Are you sure you want to approve 5 invoices?').waitFor()
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await panel().getByText('5 invoices approved.').waitFor()
  const pending = async (uuid = '') => (await statusOf(uuid)) === 'Pending Approval'
  expect(await pending(later?.uuid)).toBe(true)
  for (const { uuid } of made) expect(await pending(uuid)).toBe(false)
})

test('Shift+Alt+A offers all that wait, whatever the filters leave', async () => {
  await make('KEY', 2)
  await show('KEY', 10)
  const all = button('Approve All Pending Invoices')
  expect(await all.count()).toBe(0)
  // From the box of a row as well, where a letter is no letter.
  await page.getByRole('row', { name: /KEY/ }).first().getByRole('checkbox').focus()
  await page.keyboard.press('Shift+Alt+A')
  await all.click()
  const question = dialog('Approve All Pending Invoices')
  sent.length = 0
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('All pending invoices approved successfully!').waitFor()
  await inNewest('Undo').click()
  await page.getByText('The approval was undone. The invoices wait for approval again.').waitFor()
  expect(sent).toEqual([
    expect.stringMatching(/^\/api\/v1\/approvals\/[0-9a-f-]{36}\/approve\/$/),
    expect.stringMatching(/^\/api\/v1\/approvals\/[0-9a-f-]{36}\/undo\/$/),
  ])
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(2)
})

test('an undoing that was seen under way is told of once', async () => {
  await make('ONCE', 2)
  await show('ONCE', 10)
  await page.getByRole('checkbox', { name: /^Select the 2 documents/ }).check()
  await button('Bulk Approve (2)').click()
  await dialog('Bulk Approve').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Selected invoices approved successfully!').first().waitFor()
  const undo = inNewest('Undo')
  const seen = Promise.withResolvers<void>()
  let looks = 0
  await page.route('**/api/v1/approvals/latest/', async (route) => {
    const response = await route.fetch()
    const { runs } = (await response.json()) as { runs: object[] }
    const [newest, ...others] = runs
    if (++looks === 1)
      await route.fulfill({ response, json: { runs: [{ ...newest, state: 'undoing' }, ...others] } })
    else await route.fulfill({ response })
    seen.resolve()
  })
  await page.route('**/undo/', async (route) => {
    const response = await route.fetch()
    await seen.promise
    await route.fulfill({ response })
  })
  await undo.click()
  await expect.poll(() => looks).toBeGreaterThan(1)
  await panel().getByText('Undoing the approval').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(2)
  expect(await page.getByText('The approval was undone.').count()).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('all that match are told of as such, not as all that wait', async () => {
  await make('SOME', 6)
  await make('REST', 1)
  await show('SOME', 5)
  await page.getByRole('checkbox', { name: /^Select the 5 documents/ }).check()
  await button('Approve all 6 that match').click()
  await dialog('Approve all that match').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Selected invoices approved successfully!').waitFor()
  expect(await page.getByText('All pending invoices approved').count()).toBe(0)
})

test('a reload in the midst tells on how it stands, and in the end what was refused', async () => {
  const made = await make('REL', 12)
  await show('REL', 5)
  await page.getByRole('checkbox', { name: /^Select the 5 documents/ }).check()
  await button('Approve all 12 that match').click()
  await editElsewhere(made.slice(0, 2))
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/approve/'))
  await dialog('Approve all that match').getByRole('button', { name: 'Approve', exact: true }).click()
  await taken
  await page.reload()
  await panel().getByText('10 invoices approved.').waitFor()
  await panel().getByText('2 invoices were not approved:').waitFor()
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(2)
  expect(await page.locator('tbody').getByText('changed since you opened it').count()).toBe(2)
})

test('all 107 that match are approved by one request, 7 are refused, stay chosen and can be taken away', async () => {
  const made = await make('ALL', MANY, (at) =>
    at === 3 ? { invoice_currency: 'USD', currency_exchange_rate: '4.2' } : {},
  )
  await show('ALL')
  await page.getByRole('checkbox', { name: /^Select the 50 documents/ }).check()
  await button('Approve all 107 that match').click()
  const question = dialog('Approve all that match')
  await question.getByText('MYR 13,737.60').waitFor()
  await question.getByText('USD 129.60').waitFor()
  // One is new, and no part of what was asked; the others were edited, so that they still wait.
  await make('ALL-9', 1)
  const rejected = made.slice(0, REFUSED)
  await editElsewhere(rejected)
  await changeLook(page, { width: PHONE })
  const yes = question.getByRole('button', { name: 'Approve', exact: true })
  for (const act of [yes, question.getByRole('button', { name: 'Cancel' })])
    expect((await act.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page, 'the question before a bulk approval')
  sent.length = 0
  await yes.click()
  await panel().getByText('100 invoices approved.').waitFor()
  expect(sent).toEqual([expect.stringMatching(/^\/api\/v1\/approvals\/[0-9a-f-]{36}\/approve\/$/)])
  await panel().getByText('7 invoices were not approved:').waitFor()
  await expectWithinWidth(page, 'what came of a bulk approval, on a phone')
  await changeLook(page, {})
  await expectAccessible(page, 'what came of a bulk approval')
  const chosen = page.getByRole('checkbox', { name: /^Select ALL-/, checked: true })
  await expect.poll(() => chosen.count()).toBe(REFUSED)
  expect(await page.locator('tbody').getByText('changed since you opened it').count()).toBe(REFUSED)
  const saved = page.waitForEvent('download')
  await inNewest('Download reasons').click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.match(/changed_meanwhile/g)).toHaveLength(REFUSED)
  // The sending does not depend on this window.
  const [, , , , , , , sentOne] = made
  await page.goto('about:blank')
  await expect.poll(() => statusOf(sentOne?.uuid ?? ''), { timeout: 60_000 }).not.toBe('Approved')
})

test('who has a document open that is changed meanwhile is told, and decides upon what it is now', async () => {
  const [made] = await make('TURN', 1)
  await show('TURN', 5)
  await page
    .locator(`[data-row="${made?.uuid}"]`)
    .getByRole('button', { name: /^Preview/ })
    .click()
  const preview = dialog(made?.number ?? '')
  await preview.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await editElsewhere(made ? [made] : [])
  await preview.getByText('Somebody else changed this document meanwhile.').waitFor()
  await preview.getByText('MYR 259.20').first().waitFor()
  expect(await preview.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  await preview.getByRole('button', { name: 'Decide upon it as it is now' }).click()
  await preview.getByRole('button', { name: 'Approve', exact: true }).click()
  const question = dialog(`Approve ${made?.number}`)
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Invoice approved successfully!').waitFor()
  expect(await statusOf(made?.uuid ?? '')).not.toBe('Pending Approval')
})
