/** What others do is seen without a hand's turn, and nobody is disturbed by it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { submitInvoice, submitInvoices } from './documents.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

/** What is seen within two seconds is here soon after, however busy the machine. */
const SEEN = { timeout: 30_000 }

const rowOf = (page: Page, uuid: string) => page.locator(`[data-row="${uuid}"]`)

const approveAs = async (person: 'bakri', uuid: string) => {
  const path = `/api/v1/integration/approve-invoice/${uuid}/`
  const answer = await (await callAs(person)).post(path, { status: 'Approved' })
  expect(answer.status).toBe(200)
}

test('a list and the quickview follow what others do, and nothing moves under the pointer', async () => {
  // A page of what waits: only the document that goes on gets a date of submission.
  const waiting = Array.from({ length: 50 }, () => ({ store: 'KUL01', buyer: 'Seri Jaya' }))
  const made = await submitInvoices('aminah', waiting)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices')
  // The first: made at once, they stand in any order, and the last one leaves the page for what is new.
  const uuid = (await page.locator('[data-row]').first().getAttribute('data-row')) ?? ''
  expect(made.map((one) => one.uuid)).toContain(uuid)
  const row = rowOf(page, uuid)
  await row.getByText('Pending Approval').waitFor()
  await row.hover()
  const place = await row.boundingBox()

  const later = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await page.getByText('1 new row').waitFor(SEEN)
  await approveAs('bakri', uuid)
  await row.getByText('Pending Approval').waitFor({ state: 'detached', ...SEEN })
  expect(await row.boundingBox()).toEqual(place)
  expect(await rowOf(page, later.uuid).count()).toBe(0)

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await rowOf(page, later.uuid).waitFor()
  await rowOf(page, later.uuid).getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByText('Pending Approval').first().waitFor()
  await approveAs('bakri', later.uuid)
  await panel.getByText('Validated', { exact: true }).first().waitFor(SEEN)
})

test('lists of everything else follow too, and say so while the pointer is on them', async () => {
  const [clerk, admin] = [await open(), await open()]
  await signIn(clerk, 'aminah', '/dashboard/customers?name=Lautan')
  await clerk.getByText('No customer matches these filters.').waitFor()
  await signIn(admin, 'devi', '/admin/app-configuration')
  const setting = admin.getByRole('row').filter({ hasText: 'poll.interval_ms' })
  await setting.getByText('3 s', { exact: true }).first().waitFor()

  const add = async (name: string) => {
    const more = { name, identity_number: String(201_700_000_000 + (Date.now() % 100_000_000)) }
    const added = await (await callAs('aminah')).post('/api/v1/customers/', { ...CUSTOMER, ...more })
    expect(added.status).toBe(201)
  }
  const named = (name: string) => clerk.locator('[data-row]').filter({ hasText: name })
  await add('Lautan Biru Trading')
  await named('Lautan Biru').waitFor(SEEN)
  await named('Lautan Biru').hover()
  const place = await named('Lautan Biru').boundingBox()
  await add('Lautan Api Trading')
  await clerk.getByText('1 new row').waitFor(SEEN)
  expect(await named('Lautan Biru').boundingBox()).toEqual(place)
  // Nor on the way to what shows them.
  const show = clerk.getByRole('button', { name: 'Show', exact: true })
  await show.hover()
  await clerk.evaluate(PAINTED)
  expect(await named('Lautan Biru').boundingBox()).toEqual(place)
  await show.click()
  await named('Lautan Api').waitFor()

  const calls = await callAs('devi')
  const path = '/api/v1/configuration/settings/poll.interval_ms/'
  expect((await calls.put(path, { value: 4_000 })).status).toBe(200)
  await setting.getByText('4 s', { exact: true }).waitFor(SEEN)
  expect((await calls.put(path, { value: 3_000 })).status).toBe(200)
  await setting.getByText('4 s', { exact: true }).waitFor({ state: 'detached', ...SEEN })
})

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

const CUSTOMER = {
  ...{ tin_no: 'C25845632020', identity_type: 'BRN', contact_number: '+60312345678' },
  ...{ address1: '12 Jalan Tun Razak', zipcode: '50400', city: 'Kuala Lumpur', state: '14', country: 'MYS' },
}

/** More than a browser has connections to one server. */
const TABS = 8

test('eight windows of one browser all load, and all follow', async () => {
  const first = await open()
  await signIn(first, 'aminah')
  const more = await Promise.all(Array.from({ length: TABS - 1 }, () => first.context().newPage()))
  const pages = [first, ...more]
  for (const page of pages) {
    await page.goto('/dashboard/invoices')
    await page.locator('[data-row]').first().waitFor()
  }
  const { uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  await Promise.all(pages.map((page) => rowOf(page, uuid).waitFor(SEEN)))
})

test('J goes on from the place of a document that has left the list', async () => {
  const wanted = Array.from({ length: 3 }, () => ({ store: 'KUL01', buyer: 'Seri Jaya' }))
  await submitInvoices('aminah', wanted)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices?tab=Pending+Approval')
  const rows = page.locator('[data-row]')
  const [first, second, third] = await Promise.all(
    [0, 1, 2].map((at) => rows.nth(at).getAttribute('data-row')),
  )
  await rows.nth(1).getByRole('link').first().click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByText('Pending Approval').first().waitFor()
  await page.mouse.move(0, 0)
  await approveAs('bakri', second ?? '')
  await rowOf(page, second ?? '').waitFor({ state: 'detached', ...SEEN })
  await page.keyboard.press('j')
  await page.waitForURL(`**/*open=${third}*`)
  await page.keyboard.press('k')
  await page.waitForURL(`**/*open=${first}*`)
})
