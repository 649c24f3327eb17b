import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, PHONE } from './chromium.ts'
import { approveByCall, storedOf, submitInvoices } from './documents.ts'
import { expectAccessible, expectWithinWidth } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'
import { readLedger } from './simulator.ts'

const { open } = startBrowser()

const wanted = (prefix: string, at: number) => ({
  ...{ store: 'PEN01', buyer: 'Ong Brothers' },
  header: { source: 'API', invoice_number: `${prefix}-00${at}` },
})

/** Validated invoices whose numbers begin so, and one that waits for approval. */
const makeValidated = async (prefix: string, count: number) => {
  const made = await submitInvoices(
    'aminah',
    Array.from({ length: count + 1 }, (_, at) => wanted(prefix, at + 1)),
  )
  const sent = made.slice(0, count)
  for (const { uuid } of sent) await approveByCall('bakri', uuid)
  for (const { uuid } of sent)
    await expect.poll(async () => (await storedOf(uuid)).status, { timeout: 60_000 }).toBe('Validated')
}

const statusesAt = async (prefix: string) =>
  (await readLedger())
    .filter(({ codeNumber }) => codeNumber.startsWith(`${prefix}-`))
    .map(({ status }) => status)
    .toSorted()

const show = async (page: Page, prefix: string) => {
  await page.goto(`/dashboard/invoices?invoice_number=${prefix}-`)
  await page.getByRole('row').filter({ hasText: prefix }).first().waitFor()
}

const panel = (page: Page) => page.getByRole('region', { name: 'Cancellation of many', exact: true })

/** Chooses all that are valid and answers the question. */
const cancelAll = async (page: Page, count: number) => {
  await page.getByRole('checkbox', { name: `Select the ${count} validated documents of this page` }).check()
  await page.getByRole('button', { name: `Cancel selected (${count})` }).click()
  const question = page.getByRole('dialog', { name: `Cancel ${count} documents` })
  await question.getByText(`Are you sure you want to cancel ${count} documents at LHDN?`).waitFor()
  await question.getByText(/Those whose 72 hours end first come first, the earliest in 71 h/).waitFor()
  return question
}

test('a superadmin cancels the valid ones of a page in one act, which goes on when the tab is closed', async () => {
  await makeValidated('CNM', 4)
  const first = await open()
  await signIn(first, 'devi')
  await show(first, 'CNM')
  expect(await first.getByRole('checkbox', { name: 'Select CNM-005' }).isDisabled()).toBe(true)
  const question = await cancelAll(first, 4)
  await expectAccessible(first, 'the question before many are cancelled')
  const cancel = question.getByRole('button', { name: 'Cancel the documents' })
  await cancel.click()
  await question.getByText('Please give a reason.').waitFor()
  await question.getByRole('textbox', { name: 'Reason for cancelling' }).fill('Faulty upload')
  await cancel.click()
  await panel(first).getByText('Cancelling documents').first().waitFor()
  await expectAccessible(first, 'a cancellation of many that goes on')
  const second = await first.context().newPage()
  await first.close()
  await show(second, 'CNM')
  await panel(second)
    .getByText(/\d of 4, \d of them cancelled/)
    .waitFor()
  await panel(second).getByText('4 documents cancelled.').waitFor({ timeout: 90_000 })
  await second.getByText('Documents cancelled: 4').waitFor()
  expect(await statusesAt('CNM')).toEqual(Array(4).fill('Cancelled'))
  await second.reload()
  await panel(second).getByText('Begun by Devi Krishnan. Reason: Faulty upload').waitFor()
  await expectAccessible(second, 'a cancellation of many that has ended')
  await changeLook(second, { width: PHONE })
  await expectWithinWidth(second, 'a cancellation of many on a phone')
  await panel(second).getByRole('button', { name: 'Dismiss' }).click()
  await panel(second).waitFor({ state: 'detached' })
  await changeLook(second, {})
  await show(second, 'CNM')
  expect(await panel(second).count()).toBe(0)
})

test('it can be stopped: what LHDN was not asked for stays valid; nobody else sees the boxes', async () => {
  await makeValidated('CNS', 4)
  const page = await open()
  await signIn(page, 'devi')
  await show(page, 'CNS')
  const question = await cancelAll(page, 4)
  await question.getByRole('textbox', { name: 'Reason for cancelling' }).fill('Sent twice')
  await question.getByRole('button', { name: 'Cancel the documents' }).click()
  const going = panel(page).filter({ hasText: 'Sent twice' })
  await going.getByText(/, 1 of them cancelled/).waitFor({ timeout: 60_000 })
  await going.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog', { name: 'Stop cancelling' }).getByRole('button', { name: 'Stop' }).click()
  await going.getByText(/It was stopped: \d documents? stays? valid\./).waitFor()
  // The one whose turn it was at that moment goes through.
  await expect.poll(async () => (await going.textContent()) ?? '').toMatch(/documents? cancelled\./)
  const words = (await going.textContent()) ?? ''
  const cancelled = Number(/(\d) documents? cancelled/.exec(words)?.[1])
  const left = Number(/stopped: (\d)/.exec(words)?.[1])
  expect(cancelled + left).toBe(4)
  const expected = [...Array(cancelled).fill('Cancelled'), ...Array(left).fill('Valid')]
  expect(await statusesAt('CNS')).toEqual(expected)
  const clerk = await open()
  await signIn(clerk, 'aminah')
  await show(clerk, 'CNS')
  expect(await clerk.getByRole('checkbox', { name: 'Select CNS-001' }).count()).toBe(0)
})

test('what did not reach the server is sent by nobody but the person: who keeps them, keeps them', async () => {
  await makeValidated('CNK', 2)
  const page = await open()
  await signIn(page, 'devi')
  await show(page, 'CNK')
  const question = await cancelAll(page, 2)
  await question.getByRole('textbox', { name: 'Reason for cancelling' }).fill('Changed my mind')
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Cancel the documents' }).click()
  await page.getByText(/Error cancelling invoices/).waitFor()
  await question.getByRole('button', { name: 'Keep them' }).click()
  await question.waitFor({ state: 'detached' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await show(page, 'CNK')
  expect(sent.filter((url) => url.includes('/cancellations/'))).toEqual([])
  const runs = await (await callAs('devi')).get('/api/v1/cancellations/latest/')
  expect([runs.status, await runs.text()]).toEqual([200, expect.not.stringContaining('Changed my mind')])
  expect(await statusesAt('CNK')).toEqual(['Valid', 'Valid'])
})
