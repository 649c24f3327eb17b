/** Documents of a test system, before and after their company has moved to the real one. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { approveByCall, submitInvoice } from './documents.ts'
import { expectWithinWidth } from './judging/axe.ts'
import { openQuickview } from './path.ts'
import { signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

/** As if all companies had moved, or all but the first. */
const move = (page: Page, { all = true } = {}) =>
  alter(page, '/api/v1/user-profile/', (profile: { sender_entities: object[] }) => ({
    ...profile,
    sender_entities: profile.sender_entities.map((one, at) => ({
      ...one,
      ...((all || at > 0) && { environment: 'prod' }),
    })),
  }))

test('a row says that it is a trial where the top bar does not say it of all; the document always', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await signIn(page, 'bakri')
  const row = page.locator(`[data-row="${uuid}"]`)
  const sign = row.getByRole('img', { name: 'Simulator' })
  const list = `/dashboard/invoices?invoice_number=${number}`
  await page.goto(list)
  await row.waitFor()
  expect(await sign.count()).toBe(0)
  await move(page)
  await page.goto(list)
  await sign.waitFor()
  await row.getByRole('link', { name: number }).click()
  await page.getByRole('dialog').getByText('Simulator', { exact: true }).waitFor()
  await page.goto(`/dashboard/invoices/approval?invoice_number=${number}`)
  await sign.waitFor()
  await page.getByRole('button', { name: `Preview ${number}` }).click()
  const preview = page.getByRole('dialog', { name: number, exact: true })
  await preview.getByText('Simulator', { exact: true }).waitFor()
  await preview.getByRole('button', { name: 'Approve', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Approve ${number}` })
  await question.getByText('Simulator', { exact: true }).waitFor()
})

test('a trial is not corrected once the company has moved, and the button says what to do instead', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await signIn(page, 'devi')
  await approveByCall('devi', uuid)
  const panel = await openQuickview(page, number)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  const button = panel.getByRole('button', { name: 'Correct', exact: true })
  expect(await button.getAttribute('aria-disabled')).toBeNull()
  await move(page)
  await page.reload()
  await panel
    .getByText(/now sends to another environment than this document was made for/)
    .waitFor({ state: 'attached' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
})

test('the dashboard says how many trials it leaves out, leads to them, and its figures to all others', async () => {
  await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await signIn(page, 'devi')
  await move(page)
  await alter(page, '/api/v1/invoice-counts/', (counts: object) => ({ ...counts, trials_left_out: 3 }))
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('img', { name: 'Simulator' })
    .first()
    .waitFor()
  await page.getByText('3 trial documents of this year are not counted.').waitFor()
  const environment = () => new URL(page.url()).searchParams.get('environment')
  await page.getByRole('link', { name: /^LHDN Validated.*This Month/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Environment' }).getByText('Production').waitFor()
  expect(environment()).toBe('prod')
  await page.goBack()
  await page.getByRole('link', { name: 'Show them' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Environment' })
    .getByText('Simulator, Preprod')
    .waitFor()
  expect(environment()).toBe('simulator,preprod')
})

test('on a phone the top bar has room for two environments', async () => {
  const page = await open({ width: PHONE, touch: true })
  await signIn(page, 'devi')
  await move(page, { all: false })
  await page.goto('/dashboard')
  const bar = page.getByRole('banner')
  for (const name of ['Production', 'Simulator']) await bar.getByText(name, { exact: true }).waitFor()
  await expectWithinWidth(page, 'the dashboard of two environments')
})
