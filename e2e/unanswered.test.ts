/** A document whose answer was lost: what was typed since is neither lost nor taken for sent. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { sendBack, storedOf, submitInvoice } from './documents.ts'
import { choose, fill, fillLines, openMore, requestApproval } from './form.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const WANTED = { store: 'PEN01', buyer: 'Ong Brothers' }

/** Of the next document that is sent the answer is never seen, though it arrives. Answers what was stored. */
const swallowAnswer = (page: Page) =>
  new Promise<{ number: string; uuid: string }>((resolve) => {
    let swallowed = false
    // The route stays: lifting it would hand the held call on, and its answer would come after all.
    void page.route('**/submit-json/', async (route) => {
      if (swallowed) return route.continue()
      swallowed = true
      const reply = (await (await route.fetch()).json()) as { Invoice_Numbers: string[]; UUIDs: string[] }
      resolve({ number: reply.Invoice_Numbers[0] ?? '', uuid: reply.UUIDs[0] ?? '' })
    })
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const remarks = (page: Page) => page.getByRole('textbox', { name: 'Remarks', exact: true })
const goOn = async (page: Page) => {
  await page.getByText('was being sent on').waitFor()
  await button(page, 'Continue with the draft').click()
}

/** Asks for approval, and is told what is stored by now instead. */
const isToldOfEarlier = async (page: Page, number: string) => {
  await button(page, 'Request Approval').click()
  const dialog = page.getByRole('dialog', { name: 'Already Stored' })
  await dialog.getByText(`${number} is already stored`).waitFor()
  await dialog.getByText('without what you changed since').waitFor()
  await dialog.getByRole('link', { name: 'Look at what is stored now' }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

const enterMarquee = async (page: Page) => {
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'PEN01')
  await choose(page, 'Buyer', 'Ong Brothers')
  await fillLines(page, [
    {
      ...{ description: 'Hire of a marquee', classification: '022', quantity: '1', unit: 'EA' },
      ...{ unit_price: '500.00', tax_type: '06' },
    },
  ])
}

test('what was changed after a new document was sent is not taken for stored, and stays', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  page.on('dialog', (dialog) => void dialog.accept())
  await enterMarquee(page)
  const answered = swallowAnswer(page)
  await button(page, 'Request Approval').click()
  const first = await answered
  await page.reload()
  await goOn(page)
  await openMore(page)
  await fill(page, 'Remarks', 'For two days')
  await isToldOfEarlier(page, first.number)
  expect(await remarks(page).inputValue()).toBe('For two days')
  expect(await storedOf(first.uuid)).toMatchObject({ document_remarks: '' })

  // Who comes back later is told again; who was told and asks again means another document.
  await page.reload()
  await goOn(page)
  expect(await remarks(page).inputValue()).toBe('For two days')
  await isToldOfEarlier(page, first.number)
  const second = await requestApproval(page)
  expect(second.number).not.toBe(first.number)
  expect(await storedOf(second.uuid)).toMatchObject({ document_remarks: 'For two days' })
})

test('who discards a draft that was sent is told whether it is stored', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  page.on('dialog', (dialog) => void dialog.accept())
  await enterMarquee(page)
  const answered = swallowAnswer(page)
  await button(page, 'Request Approval').click()
  const { number } = await answered
  await page.reload()
  await page.getByText('was being sent on').waitFor()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  const ask = () => button(page, 'Discard it').click()
  const stay = async () => {
    await button(page, 'Go on editing').click()
    await question.waitFor({ state: 'detached' })
  }

  // Where nobody can be asked now, that is not known.
  const away = (url: URL) => url.pathname.endsWith('/submit-json/outcome/')
  await page.route(away, (route) => route.fulfill({ status: 502, body: '' }))
  await ask()
  await question.getByText('It may have been saved all the same.').waitFor()
  expect(await question.getByText('It has not been saved.').count()).toBe(0)
  await stay()
  await page.unroute(away)

  await ask()
  await question.getByText(`It was saved as ${number}.`).waitFor()
  await stay()
  await button(page, 'Continue with the draft').click()
  await openMore(page)
  await fill(page, 'Remarks', 'For two days')
  await page.reload()
  await ask()
  await question.getByText(`It was saved as ${number}, without what you typed since.`).waitFor()
  await button(page, 'Discard').click()
  await page.getByText('was being sent on').waitFor({ state: 'detached' })
})

test('who leaves a document whose answer was lost is not told that it was not sent', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await enterMarquee(page)
  const question = page.getByRole('dialog', { name: 'Leave this document?' })
  const leave = () => page.getByRole('link', { name: 'Customers' }).click()
  await leave()
  await question.getByText('It has not been sent.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.route('**/submit-json/', (route) => route.abort())
  await button(page, 'Request Approval').click()
  const failure = page.getByRole('dialog', { name: 'Submission Error' })
  await failure.getByRole('button', { name: 'Close', exact: true }).last().click()
  await failure.waitFor({ state: 'detached' })
  await leave()
  await question.getByText('It was sent, and may have been saved as it was then.').waitFor()
  await question.getByText('A draft stays in this browser').waitFor()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()

  // It did not arrive, and is known not to as soon as the server is asked.
  await page.goto('/dashboard/invoices/create')
  await button(page, 'Discard it').click()
  const discard = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await discard.getByText('It has not been saved.').waitFor()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('list', { name: 'My drafts' }).waitFor({ state: 'detached' })
})

const openEdit = async (page: Page, uuid: string) => {
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
}

/** Sends an edit with a remark, of which the answer is lost. */
const loseEdit = async (page: Page, uuid: string) => {
  await openEdit(page, uuid)
  await openMore(page)
  await fill(page, 'Remarks', 'First remark')
  const answered = swallowAnswer(page)
  await button(page, 'Request Approval').click()
  await answered
}

test('what was changed after an edit was sent goes on upon it, once that was sent back', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await loseEdit(page, uuid)
  await page.goto('about:blank')
  await sendBack(uuid)

  const untrue = page.getByText('the draft is without that change')
  await openEdit(page, uuid)
  await goOn(page)
  expect(await untrue.count()).toBe(0)
  await fill(page, 'Remarks', 'Second remark')
  await isToldOfEarlier(page, number)
  expect(await storedOf(uuid)).toMatchObject({
    status: 'Approval Rejected',
    document_remarks: 'First remark',
  })

  await page.goto('about:blank')
  await openEdit(page, uuid)
  await page.getByText('kept on').waitFor()
  expect(await untrue.count()).toBe(0)
  await button(page, 'Continue with the draft').click()
  expect(await remarks(page).inputValue()).toBe('Second remark')
  await requestApproval(page)
  expect(await storedOf(uuid)).toMatchObject({
    status: 'Pending Approval',
    document_remarks: 'Second remark',
  })
})

test('an edit that a colleague followed is not replaced without a word', async () => {
  const { uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await loseEdit(page, uuid)
  await page.goto('about:blank')
  await sendBack(uuid)
  await submitInvoice('devi', { ...WANTED, header: { uuid, document_remarks: 'Says Devi' } })
  await sendBack(uuid)
  await openEdit(page, uuid)
  await goOn(page)
  await fill(page, 'Remarks', 'Second remark')
  await button(page, 'Request Approval').click()
  const dialog = page.getByRole('dialog', { name: 'Submission Error' })
  await dialog.getByText('Somebody else changed this document meanwhile').waitFor()
  expect(await storedOf(uuid)).toMatchObject({ status: 'Approval Rejected', document_remarks: 'Says Devi' })

  // Who was told replaces it. Where that answer is lost as well, it is their own edit that stands there.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
  const answered = swallowAnswer(page)
  await button(page, 'Request Approval').click()
  const { number } = await answered
  await page.goto('about:blank')
  await sendBack(uuid)
  await openEdit(page, uuid)
  await goOn(page)
  await fill(page, 'Remarks', 'Third remark')
  await isToldOfEarlier(page, number)
})

test('an edit that did arrive is offered no more, once somebody follows its draft', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await loseEdit(page, uuid)
  await page.goto('/dashboard')
  const drafts = page.getByRole('region', { name: 'Drafts in this browser' })
  await drafts.getByRole('link', { name: 'Continue Draft' }).click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: number }).waitFor()
  const kept = "Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length"
  await expect.poll(() => page.evaluate(kept)).toBe(0)
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  expect(await page.getByRole('list', { name: 'My drafts' }).count()).toBe(0)
})
