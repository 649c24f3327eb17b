import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { approveByCall, submitInvoice } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { openQuickview } from './path.ts'
import { signIn } from './people.ts'
import { clearFaults, planFault, readLedger } from './simulator.ts'

const { open } = startBrowser()

/** More refusals than a test lives to see: the authority is away until the test says otherwise. */
const AWAY = 100_000

const statusesOf = async (number: string) =>
  (await readLedger()).filter((one) => one.codeNumber === number).map((one) => one.status)

/** Minutes pass for the page, and whoever sits before it moves now and then, so that the session goes on. */
const sitBefore = async (page: Page, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 10) {
    await page.clock.fastForward('10:00')
    await page.mouse.move(passed, passed)
  }
}

test('a lost answer is never shown as failed, and Fetch Updates finds the document at LHDN', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await planFault('submit', '504-after-accept')
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const panel = await openQuickview(bakri, number)
  await panel.getByText('Lulus is asking LHDN').waitFor()
  expect(await panel.getByRole('button', { name: 'Decide' }).getAttribute('aria-disabled')).toBe('true')
  await panel.getByRole('button', { name: 'Fetch Updates' }).click()
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  expect(await statusesOf(number)).toEqual(['Valid'])
})

test('of an open document whose answer stays lost it says after two hours that a person decides', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await planFault('submit', '504-after-accept')
  await planFault('search', '503', AWAY)
  const bakri = await open()
  await bakri.clock.install()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const panel = await openQuickview(bakri, number)
  await panel.getByText('Lulus is asking LHDN').waitFor()
  await panel.getByRole('button', { name: 'Fetch Updates' }).click()
  await bakri.getByText('Error fetching LHDN response: LHDN did not answer.').waitFor()
  await sitBefore(bakri, 130)
  await panel.getByText('Lulus could not find out').waitFor()
  expect(await panel.getByText('Lulus is asking LHDN').count()).toBe(0)
  expect(await panel.getByRole('button', { name: 'Decide' }).getAttribute('aria-disabled')).not.toBe('true')
  await clearFaults()
})

/** While a try to send it is under way it is refused, and the dialog stays for another. */
const hold = async (panel: Locator, number: string) => {
  const page = panel.page()
  await panel.getByRole('button', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog', { name: `Hold ${number}` })
  await dialog.getByRole('textbox', { name: 'Reason for holding' }).fill('Wait for the purchase order')
  for (let refused = true; refused; ) {
    const answered = page.waitForResponse((one) => one.url().includes('/hold'))
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    refused = (await answered).status() === 409
  }
  await panel.getByText('OnHold', { exact: true }).first().waitFor()
}

test('a document can be held while LHDN is away, and goes out when it is released', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await planFault('submit', '429', AWAY)
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const panel = await openQuickview(bakri, number)
  await hold(panel, number)
  expect(await statusesOf(number)).toEqual([])
  await clearFaults()
  await panel.getByRole('button', { name: 'Release' }).click()
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  expect(await statusesOf(number)).toEqual(['Valid'])
})

test('what is held is sent back with a reason, and whoever made it edits it', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await planFault('submit', '429', AWAY)
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const panel = await openQuickview(bakri, number)
  await hold(panel, number)
  await panel.getByRole('button', { name: 'Send back' }).click()
  const dialog = bakri.getByRole('dialog', { name: `Send back ${number}` })
  await dialog.getByRole('textbox', { name: 'Rejection reason' }).fill('The price is of last year')
  await dialog.getByRole('button', { name: 'Send back', exact: true }).click()
  await panel.getByText('Approval Rejected', { exact: true }).first().waitFor()
  expect(await panel.getByRole('button', { name: 'Release' }).count()).toBe(0)
  await clearFaults()
  const aminah = await open()
  await signIn(aminah, 'aminah')
  const seen = await openQuickview(aminah, number)
  await seen.getByText('The price is of last year').first().waitFor()
  expect(await seen.getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).not.toBe('true')
  expect(await statusesOf(number)).toEqual([])
})

test('a cancellation whose answer is lost says so, and cancelling again asks LHDN first', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  const bakri = await open()
  await signIn(bakri, 'bakri')
  await approveByCall('bakri', uuid)
  const devi = await open()
  await signIn(devi, 'devi')
  const panel = await openQuickview(devi, number)
  await panel.getByText('Validated', { exact: true }).first().waitFor()
  const cancel = async () => {
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
    const dialog = devi.getByRole('dialog', { name: `Cancel ${number}` })
    await dialog.getByRole('textbox', { name: 'Reason for cancelling' }).fill('Wrong buyer')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Cancel the invoice' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await planFault('state', 'reset-before')
  await cancel()
  await panel.getByText('Lulus is asking LHDN about the cancellation').waitFor()
  expect(await statusesOf(number)).toEqual(['Valid'])
  await cancel()
  await panel.getByText('User Cancelled', { exact: true }).first().waitFor()
  expect(await statusesOf(number)).toEqual(['Cancelled'])
})

test('that LHDN refuses something of twenty companies leaves a phone room for its screen', async () => {
  const page = await open({ width: PHONE })
  await signIn(page, 'devi')
  const refusals = Array.from({ length: 20 }, (_, at) => ({
    ...{ sender_entity_id: String(at), name: `Company ${at + 1}`, environment: 'simulator', documents: 0 },
    ...{ invoice_number: '', since: new Date().toISOString(), why: 'It gave no reason.' },
  }))
  await page.route('**/api/v1/authority-status/', (route) =>
    route.fulfill({ json: { troubles: [], refusals, missing: [] } }),
  )
  await page.goto('/dashboard')
  const more = page.getByText('20 refusals by LHDN')
  await more.waitFor()
  const last = page.getByText('documents of Company 20.')
  expect(await last.isVisible()).toBe(false)
  const heading = page.getByRole('heading', { level: 1, name: 'Dashboard' })
  expect((await heading.boundingBox())?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
  await more.press('Enter')
  await last.waitFor()
  await expectAccessible(page, 'what LHDN refuses, on a phone')
})
