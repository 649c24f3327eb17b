/** A draft of a document that others work on too: what they changed is never replaced without a word. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { approveByCall, decideByCall, sendBack, storedOf, submitInvoice } from './documents.ts'
import { fill, openMore, requestApproval } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'
import { clearFaults, planFault } from './simulator.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

/** Calls enough that nothing gets through until they are cleared. */
const AWAY = 1_000
const WANTED = { store: 'PEN01', buyer: 'Ong Brothers' }

const openEdit = async (page: Page, uuid: string) => {
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByRole('heading', { level: 1, name: 'Edit Invoice' }).waitFor()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const remarks = (page: Page) => page.getByRole('textbox', { name: 'Remarks', exact: true })

/** Leaves a draft of the document with this remark. */
const leaveDraft = async (page: Page, uuid: string, remark: string) => {
  await openEdit(page, uuid)
  await openMore(page)
  await fill(page, 'Remarks', remark)
  await page.goto('about:blank')
}

test('a draft of a document that a colleague changed since replaces it only knowingly', async () => {
  const { uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await leaveDraft(page, uuid, 'Four points, says Aminah')
  await submitInvoice('devi', { ...WANTED, header: { uuid, document_remarks: 'Five points, says Devi' } })
  await sendBack(uuid)

  const warned = page.getByText('The document was changed after this draft was begun')
  const conflict = page
    .getByRole('dialog')
    .filter({ hasText: 'Somebody else changed this document meanwhile' })
  const goOn = async () => {
    await openEdit(page, uuid)
    await warned.waitFor()
    await button(page, 'Continue with the draft').click()
    expect(await remarks(page).inputValue()).toBe('Four points, says Aminah')
    await button(page, 'Request Approval').click()
    await conflict.waitFor()
    expect(await storedOf(uuid)).toMatchObject({
      status: 'Approval Rejected',
      document_remarks: 'Five points, says Devi',
    })
  }
  await goOn()
  const theirs = page.context().waitForEvent('page')
  await conflict.getByRole('link', { name: 'Look at what is stored now' }).click()
  await (await theirs).getByText('Five points, says Devi').first().waitFor()
  await conflict.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await remarks(page).inputValue()).toBe('Four points, says Aminah')

  // Who comes back later is told again; who was told and asks again is heard.
  await goOn()
  await conflict.getByRole('button', { name: 'Close', exact: true }).last().click()
  await requestApproval(page)
  expect(await storedOf(uuid)).toMatchObject({
    status: 'Pending Approval',
    document_remarks: 'Four points, says Aminah',
  })
})

test('what LHDN said stands at its field again with a draft, until it is answered', async () => {
  const more_lines = [{ item_description: 'SIM INVALID' }]
  const { uuid } = await submitInvoice('aminah', { ...WANTED, more_lines })
  await approveByCall('bakri', uuid)
  await expect.poll(async () => (await storedOf(uuid)).status).toBe('Submission Failed')
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  const reason = page.getByRole('link', { name: /A code is not in the authority’s list/ })
  await leaveDraft(page, uuid, 'Begun')
  await openEdit(page, uuid)
  await button(page, 'Continue with the draft').click()
  expect(await remarks(page).inputValue()).toBe('Begun')
  await reason.waitFor()

  const line = page.getByRole('combobox', { name: 'Classification, line 2', exact: true })
  await line.click()
  await page.getByRole('option').filter({ hasText: '001' }).first().click()
  await reason.waitFor({ state: 'detached' })
  await page.goto('about:blank')
  await openEdit(page, uuid)
  await reason.waitFor()
  await button(page, 'Continue with the draft').click()
  await reason.waitFor({ state: 'detached' })
})

const SENT_AGAIN = 'cannot be edited now. Only possible while the document is'

test('who comes to mend what a colleague has sent again is led to it and told why, or told in place', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  const theirs = await submitInvoice('devi', { ...WANTED, header: { uuid } })
  expect(theirs).toEqual({ number, uuid })
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByRole('alert').getByText(SENT_AGAIN).waitFor()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: number }).waitFor()

  await takeViewing(page)
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByText(`${number} cannot be edited now.`).waitFor()
  await page.getByText(/it is Pending Approval\.$/).waitFor()
  expect(await page.getByText('You need the permission').count()).toBe(0)
  await expectAccessible(page, 'a document that cannot be edited')
})

test('who asks for approval of what a colleague has just sent again is told so, and keeps what was typed', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await openEdit(page, uuid)
  await openMore(page)
  await fill(page, 'Remarks', 'Four points, says Aminah')
  await submitInvoice('devi', { ...WANTED, header: { uuid, document_remarks: 'Five points, says Devi' } })
  await button(page, 'Request Approval').click()
  const told = page.getByRole('dialog', { name: 'Submission Error' })
  await told.getByText('Somebody else changed this document meanwhile').waitFor()
  await told.getByText(/it is Pending Approval/).waitFor()
  await told.getByRole('link', { name: 'Look at what is stored now' }).waitFor()
  await expectAccessible(page, 'a document that a colleague has sent again')
  await told.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await remarks(page).inputValue()).toBe('Four points, says Aminah')
  expect((await storedOf(uuid)).document_remarks).toBe('Five points, says Devi')

  // It comes back once more: what was typed goes in its place, knowingly.
  await sendBack(uuid)
  expect((await requestApproval(page)).number).toBe(number)
  expect((await storedOf(uuid)).document_remarks).toBe('Four points, says Aminah')
})

test('who mends what a colleague has sent again unchanged, or cancelled, is told who did it', async () => {
  const more_lines = [{ item_description: 'SIM INVALID' }]
  const failed = async () => {
    const { uuid } = await submitInvoice('aminah', { ...WANTED, more_lines })
    await approveByCall('bakri', uuid)
    await expect.poll(async () => (await storedOf(uuid)).status).toBe('Submission Failed')
    return uuid
  }
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  const told = page.getByRole('dialog', { name: 'Submission Error' })
  const mend = async (uuid: string, meanwhile: () => Promise<void>) => {
    await openEdit(page, uuid)
    await openMore(page)
    await fill(page, 'Remarks', 'Four points, says Aminah')
    await meanwhile()
    await button(page, 'Request Approval').click()
    await told.getByText('Only possible while').or(told.getByText('meanwhile')).first().waitFor()
  }

  const cancelled = await failed()
  await mend(cancelled, () => decideByCall('devi', cancelled, { status: 'User Cancelled' }))
  await told.getByText(/^Devi Krishnan cancelled this document meanwhile/).waitFor()
  await told.getByRole('link', { name: 'Look at what is stored now' }).waitFor()
  await told.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await remarks(page).inputValue()).toBe('Four points, says Aminah')

  const sent = await failed()
  await mend(sent, async () => {
    // LHDN takes nothing for a while, so that it does not come back at once.
    await planFault('submit', '429', AWAY)
    const bakri = await callAs('bakri')
    expect((await bakri.post(`/api/v1/invoices/${sent}/retry/`, {})).ok).toBe(true)
  })
  await clearFaults()
  await told.getByText(/^Bakri .* sent this document again meanwhile; it is /).waitFor()
  await told.getByRole('link', { name: 'Look at what is stored now' }).waitFor()
  expect(await remarks(page).inputValue()).toBe('Four points, says Aminah')
})

test('who throws away what a colleague has just mended is told so, and the work of the colleague stays', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  await page.getByRole('button', { name: `Cancel ${number}` }).click()
  const question = page.getByRole('dialog', { name: `Cancel ${number}` })
  await question.getByRole('button', { name: 'Cancel document' }).waitFor()
  await submitInvoice('devi', { ...WANTED, header: { uuid, document_remarks: 'Five points, says Devi' } })
  await question.getByRole('button', { name: 'Cancel document' }).click()
  await page.getByText(/^Error cancelling invoice: .*changed/).waitFor()
  expect(await storedOf(uuid)).toMatchObject({
    status: 'Pending Approval',
    document_remarks: 'Five points, says Devi',
  })
})

test('what was typed into a document that a colleague has sent again goes on as a new one', async () => {
  const { number, uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await leaveDraft(page, uuid, 'Four points, says Aminah')
  await submitInvoice('devi', { ...WANTED, header: { uuid } })
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByText(`${number} cannot be edited now.`).waitFor()
  await page.getByText('What you typed is kept in this browser.').waitFor()
  await page.getByRole('link', { name: 'Look at what is stored now' }).waitFor()
  await expectAccessible(page, 'a draft of a document that cannot be edited')
  await page.getByRole('link', { name: 'Continue as a new document' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await expect.poll(() => remarks(page).inputValue()).toBe('Four points, says Aminah')
  const made = await requestApproval(page)
  expect(made.number).not.toBe(number)
  // Nothing is left of it, and the form leads to what is stored again.
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('heading', { name: number }).waitFor()
})

test('so does what was typed into a template that a colleague has deleted', async () => {
  const aminah = await callAs('aminah')
  const path = '/api/v1/integration/invoice-templates/'
  const { uuid } = await submitInvoice('aminah', WANTED)
  const invoice = await (await aminah.get(`/api/v1/invoices/${uuid}/`)).json()
  const saved = await aminah.post(path, { name: 'Monthly rent', data: { description: '', invoice } })
  const { id } = (await saved.json()) as { id: string }
  const page = await open()
  await signIn(page, 'aminah')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/dashboard/invoices/edit/${id}?isTemplate=true`)
  await openMore(page)
  await fill(page, 'Remarks', 'For December')
  await page.goto('about:blank')
  expect((await (await callAs('devi')).remove(`${path}${id}/`)).ok).toBe(true)

  await page.goto('/dashboard/invoices/create')
  await page.getByRole('link', { name: 'Open its form' }).click()
  await page.getByText('The template could not be loaded.').waitFor()
  await page.getByText('What you typed is kept in this browser.').waitFor()
  await page.getByRole('link', { name: 'Continue as a new document' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await expect.poll(() => remarks(page).inputValue()).toBe('For December')
  await expect.poll(() => page.getByRole('list', { name: 'My drafts' }).count()).toBe(0)
  // It is a draft of a new document by now, and nothing else.
  await page.reload()
  await button(page, 'Continue with the draft').click()
  expect(await remarks(page).inputValue()).toBe('For December')
  await requestApproval(page)
})

test('what could not be loaded can be tried again; nothing leads to a list that one may not see', async () => {
  const { uuid } = await submitInvoice('aminah', WANTED)
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  await takeViewing(page)
  const document = `**/api/v1/invoices/${uuid}/`
  const away = { status: 503, json: { detail: 'Away for a moment.', code: 'unavailable' } }
  await page.route(document, (route) => route.fulfill(away))
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  await page.getByText('The document could not be loaded.').waitFor()
  await page.getByText('Away for a moment.').waitFor()
  await page.unroute(document)
  await button(page, 'Retry').click()
  await button(page, 'Request Approval').waitFor()

  await submitInvoice('devi', { ...WANTED, header: { uuid } })
  await sendBack(uuid)
  await button(page, 'Request Approval').click()
  const conflict = page.getByRole('dialog', { name: 'Submission Error' })
  await conflict.getByText('Somebody else changed this document meanwhile').waitFor()
  expect(await conflict.getByRole('link').count()).toBe(0)
  await conflict.getByRole('button', { name: 'Close', exact: true }).last().click()
  await button(page, 'Request Approval').click()
  const done = page.getByRole('dialog', { name: 'Submission Successful' })
  await done.getByRole('button', { name: 'Create another' }).waitFor()
  expect(await done.getByRole('button', { name: 'View', exact: true }).count()).toBe(0)
})

/** As for those who make and mend documents and do not see the list of them. */
const takeViewing = (page: Page) =>
  alter<object>(page, '/api/v1/user/permissions/', (flags) => ({
    ...flags,
    can_view_invoice: false,
    can_view_all: false,
  }))
