import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { approveByCall, submitInvoice } from './documents.ts'
import { fill, openMore } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { approve, findPending, openQuickview, reject } from './path.ts'
import { signIn } from './people.ts'
import { planFault, readLedger } from './simulator.ts'

const { open } = startBrowser()

const statusesOf = async (number: string) =>
  (await readLedger()).filter((one) => one.codeNumber === number).map(({ status }) => status)

const isValidated = (panel: Locator) => panel.getByText('Validated', { exact: true }).first().waitFor()

/** The form says what it will do, wants a reason, and sends what it was opened with but for the quantity. */
const fillSuccessor = async (
  page: Page,
  number: string,
  told = 'The document that it replaces is cancelled at LHDN.',
) => {
  await page.getByRole('heading', { level: 1, name: `Correct ${number}` }).waitFor()
  await page.getByText(`This document replaces ${number}`).waitFor()
  await fill(page, 'Quantity, line 1', '2')
  const send = page.getByRole('button', { name: 'Request Approval' })
  await send.click()
  await page.getByRole('link', { name: 'Please give a reason for cancelling.' }).click()
  await page.locator('#field-cancel_reason:focus').waitFor()
  await page.keyboard.type('Three points were billed, two were built.')
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'Submission Successful' })
  await dialog.getByText(told).waitFor()
  const fresh = /M-[A-Z]{3}\d+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await dialog.getByRole('button', { name: 'View', exact: true }).click()
  return fresh
}

test('a valid invoice is corrected in one act: cancelled, made anew, linked both ways, then copied', async () => {
  const wanted = { store: 'PEN01', buyer: 'Ong Brothers', quantity: '3' }
  const header = { payment_due_date: '2027-01-15' }
  const { number } = await submitInvoice('aminah', { ...wanted, header })
  const devi = await open()
  await signIn(devi, 'devi')
  await approve(devi, number)
  const panel = await openQuickview(devi, number)
  await isValidated(panel)
  await panel.getByRole('button', { name: 'Correct', exact: true }).click()
  const fresh = await fillSuccessor(devi, number)
  expect(fresh).not.toBe(number)
  expect(await statusesOf(number)).toEqual(['Cancelled'])

  await panel.getByRole('heading', { name: fresh }).waitFor()
  await panel.getByText('MYR 259.20').first().waitFor()
  await panel.getByRole('link', { name: number, exact: true }).click()
  await panel.getByRole('heading', { name: number }).waitFor()
  await panel.getByText('Three points were billed, two were built.').first().waitFor()
  await panel.getByRole('link', { name: fresh, exact: true }).click()
  await panel.getByRole('heading', { name: fresh }).waitFor()

  const bakri = await open()
  await signIn(bakri, 'bakri')
  const waiting = await findPending(bakri, fresh)
  await waiting.getByRole('img', { name: `Corrects ${number}` }).waitFor()
  await waiting.getByText('Ong Brothers').click()
  const preview = bakri.getByRole('dialog', { name: fresh })
  await preview.getByText(`Corrects ${number}`).first().waitFor()
  const facts = await preview.getByRole('definition').allTextContents()
  expect(facts).toEqual(expect.arrayContaining(['Devi Krishnan', '15 Jan 2027']))
  await preview.getByRole('link', { name: number, exact: true }).click()
  await bakri
    .getByRole('dialog', { name: 'Invoice Details' })
    .getByRole('heading', { name: number })
    .waitFor()
  await (await findPending(bakri, fresh)).getByRole('button', { name: `Reject ${fresh}` }).click()
  await saysNoneIsLeft(bakri.getByRole('dialog', { name: `Reject ${fresh}` }), number)
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await saysNoneIsLeft(devi.getByRole('dialog', { name: `Cancel ${fresh}` }), number)
  await devi.getByRole('button', { name: 'Keep the document' }).click()
  const previous = await devi.context().newPage()
  await previous.goto('/dashboard/create-document')
  await previous.getByRole('button', { name: `Cancel ${fresh}` }).click()
  await saysNoneIsLeft(previous.getByRole('dialog', { name: `Cancel ${fresh}` }), number)
  await previous.close()
  await approve(bakri, fresh)
  await isValidated(await openQuickview(bakri, fresh))
  expect(await statusesOf(fresh)).toEqual(['Valid'])

  await panel.getByRole('button', { name: 'Copy as new' }).click()
  await devi.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  expect(await devi.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).inputValue()).toBe('2.00')
})

test('what waits for the cancellation of another cannot be approved, which is said, and can be rejected', async () => {
  const { number, uuid } = await submitInvoice('aminah', {
    store: 'PEN01',
    buyer: 'Ong Brothers',
    quantity: '3',
  })
  const devi = await open()
  await signIn(devi, 'devi')
  await approveByCall('devi', uuid)
  const panel = await openQuickview(devi, number)
  await isValidated(panel)
  await panel.getByRole('button', { name: 'Correct', exact: true }).click()
  await planFault('state', '429')
  const fresh = await fillSuccessor(devi, number, 'The document that it replaces is not cancelled')
  const own = await findPending(devi, fresh)
  await own.getByText('Not yours to decide').waitFor()

  const bakri = await open()
  await signIn(bakri, 'bakri')
  const why = 'The document that this one corrects is not cancelled at LHDN yet.'
  const waiting = await findPending(bakri, fresh)
  await cannotBeApproved(waiting.getByRole('button', { name: `Approve ${fresh}` }), why)
  expect(await waiting.getByText('Not yours to decide').count()).toBe(0)
  expect(await waiting.getByRole('checkbox', { disabled: true }).count()).toBe(1)
  await waiting.getByText('Ong Brothers').click()
  const preview = bakri.getByRole('dialog', { name: fresh })
  await cannotBeApproved(preview.getByRole('button', { name: 'Approve', exact: true }), why)
  await preview.getByRole('button', { name: 'Reject', exact: true }).waitFor()
  await expectAccessible(bakri, 'a preview that can only be rejected')
  await reject(bakri, fresh, 'The quantity is wrong again.')
  await (await openQuickview(bakri, fresh)).getByText('The quantity is wrong again.').first().waitFor()
})

/** Before the last document of a sale is turned away. */
const saysNoneIsLeft = (question: Locator, original: string) =>
  question.getByText(`LHDN has cancelled ${original}, which this document corrects`).waitFor()

/** It is there, out of use, and says why to those who hear it. */
const cannotBeApproved = async (button: Locator, why: string) => {
  await button.and(button.page().locator('[aria-disabled=true]')).waitFor()
  const id = await button.getAttribute('aria-describedby')
  expect(await button.page().locator(`[id="${id}"]`).textContent()).toBe(why)
}

test('a reload while a correction is sent leads to what became of it, and leaves no draft behind', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  const page = await open()
  await signIn(page, 'devi')
  await approveByCall('devi', uuid)
  const panel = await openQuickview(page, number)
  await isValidated(panel)
  await panel.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText(`This document replaces ${number}`).waitFor()
  // What is pasted is not cut, but told of at once, and not sent.
  const reason = page.getByRole('textbox', { name: 'Reason for cancelling', exact: true })
  await reason.click()
  await page.keyboard.insertText('4'.repeat(320))
  await page.getByText('The reason for cancelling is 20 characters too long.').waitFor()
  expect(await reason.inputValue()).toHaveLength(320)
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await page.getByRole('link', { name: 'The reason for cancelling is 20 characters too long.' }).waitFor()
  await fill(page, 'Reason for cancelling', 'Billed to the wrong month.')
  page.on('dialog', (dialog) => void dialog.accept())
  const reached = new Promise<void>((resolve) => {
    void page.route('**/correct/', async (route) => {
      // It arrives, and the answer is never seen.
      await route.fetch()
      resolve()
    })
  })
  await page.getByRole('button', { name: 'Request Approval' }).click()
  await reached
  await page.reload()
  await panel.getByRole('heading', { name: number }).waitFor()
  await panel.getByText('Billed to the wrong month.').first().waitFor()
  await panel
    .getByRole('link', { name: /^M-PEN/ })
    .first()
    .waitFor()
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  expect(await page.getByRole('list', { name: 'My drafts' }).count()).toBe(0)
})

test('what was changed after a correction whose answer was lost waits for its successor', async () => {
  const { number, uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  const page = await open()
  await signIn(page, 'devi')
  await approveByCall('devi', uuid)
  const panel = await openQuickview(page, number)
  await isValidated(panel)
  await panel.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText(`This document replaces ${number}`).waitFor()
  await fill(page, 'Reason for cancelling', 'Billed to the wrong month.')
  let calls = 0
  await page.route('**/correct/', async (route) => {
    calls += 1
    if (calls > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const send = page.getByRole('button', { name: 'Request Approval' })
  const isTold = async (name: string) => {
    await send.click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }
  await isTold('Submission Error')
  await openMore(page)
  await fill(page, 'Remarks', 'For November')
  await isTold('Already Stored')
  await isTold('Already Stored')
  expect(calls).toBe(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await panel.getByRole('heading', { name: number }).waitFor()
  const drafts =
    "Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')).map(([, text]) => text)"
  await expect
    .poll(() => page.evaluate<string[]>(drafts))
    .toEqual([expect.stringMatching(/"revision":1.*For November|For November.*"revision":1/)])
})

test('the first line of a note is seen whole at the desk, above the bar', async () => {
  const { uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto(`/dashboard/invoices/create?from=${uuid}&type=02`)
  const line = await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).boundingBox()
  const button = page.getByRole('button', { name: 'Request Approval' })
  expect(page.viewportSize()).toMatchObject({ width: 1440, height: 900 })
  expect((line?.y ?? 900) + (line?.height ?? 0)).toBeLessThan((await button.boundingBox())?.y ?? 0)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Remarks' }).waitFor()
})
