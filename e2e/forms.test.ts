/** What holds for every form at the side and every question: nothing typed is lost, nothing is sent twice. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { sendBack, submitInvoice } from './documents.ts'
import { expectAccessible } from './judging/axe.ts'
import { findPending } from './path.ts'
import { callAs, signIn } from './people.ts'
import { alter } from './states/state.ts'

const { open } = startBrowser()

const focused = (page: Page, control: Locator) => control.and(page.locator(':focus'))

const openCredentials = async (page: Page) => {
  await page.goto('/admin/entity-management')
  await page.getByRole('link', { name: 'Selat Foods Sdn Bhd' }).click()
  const opener = page.getByRole('button', { name: 'credentials for Preprod' })
  await opener.click()
  const panel = page.getByRole('dialog', { name: 'Credentials of Selat Foods Sdn Bhd for Preprod' })
  const id = panel.getByRole('textbox', { name: 'Client ID' })
  await focused(page, id).waitFor()
  return { opener, panel, id, secret: panel.getByLabel(/^Client Secret/) }
}

test('a form with something typed asks before it closes, however it is closed', async () => {
  const page = await open()
  await signIn(page, 'devi')
  const { opener, panel, id } = await openCredentials(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await focused(page, opener).waitFor()

  await opener.click()
  await id.fill('a client')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Cancel' }).click(),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(100, 400),
    () => page.goBack(),
  ]
  for (const leave of ways) {
    await leave()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await id.inputValue()).toBe('a client')
  }
  await id.focus()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await panel.waitFor({ state: 'detached' })
  await focused(page, opener).waitFor()
})

test('what is refused is told at its field, which has the focus, and a failed call keeps what was typed', async () => {
  const page = await open()
  await signIn(page, 'devi')
  const { panel, id, secret } = await openCredentials(page)
  const save = panel.getByRole('button', { name: 'Save credentials' })
  await secret.fill('a secret')
  await save.click()
  await panel.getByText('Please enter the client id.').waitFor()
  await focused(page, id).waitFor()

  await id.fill('a client')
  const behalf = panel.getByRole('textbox', { name: 'On behalf of' })
  await behalf.fill('C00000000000')
  await save.click()
  await focused(page, behalf).waitFor()
  expect(await behalf.getAttribute('aria-invalid')).toBe('true')

  await behalf.fill('')
  await page.context().setOffline(true)
  await save.click()
  await page.getByText('The server cannot be reached.').first().waitFor()
  expect([await id.inputValue(), await secret.inputValue()]).toEqual(['a client', 'a secret'])
  await page.context().setOffline(false)
  await save.click()
  await page.getByText('Credentials saved.').waitFor()
  await panel.waitFor({ state: 'detached' })
})

test('on a phone the form is the page, and the keyboard stays inside it', async () => {
  const page = await open({ width: PHONE })
  await signIn(page, 'devi')
  const { panel } = await openCredentials(page)
  expect(await panel.boundingBox()).toMatchObject({ x: 0, width: PHONE })
  await expectAccessible(page, 'a side form on a phone')
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    expect(await panel.locator(':focus').count()).toBe(1)
  }
})

test('a double click sends once', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await page.getByRole('button', { name: 'Save as Template' }).click()
  const name = `Twice ${Date.now()}`
  await page.getByRole('textbox', { name: 'Template Name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await page.getByText('Template saved successfully').waitFor()
  const aminah = await callAs('aminah')
  const answer = await aminah.get('/api/v1/integration/invoice-templates/')
  const { templates } = (await answer.json()) as { templates: { name: string }[] }
  expect(templates.filter((one) => one.name === name)).toHaveLength(1)
})

test('a template that was opened is replaced where that is asked for', async () => {
  const page = await open()
  const aminah = await callAs('aminah')
  const name = `Rent ${Date.now()}`
  const path = '/api/v1/integration/invoice-templates/'
  await aminah.post(path, { name, data: { description: 'Monthly', invoice: { document_remarks: 'Old' } } })
  const ofThatName = async () => {
    const { templates } = (await (await aminah.get(path)).json()) as {
      templates: { id: string; name: string }[]
    }
    return templates.filter((one) => one.name.startsWith(name))
  }
  const [made] = await ofThatName()
  await signIn(page, 'aminah')
  await page.goto(`/dashboard/invoices/edit/${made?.id}?isTemplate=true`)
  await page.getByRole('button', { name: 'Save as Template' }).click()
  const panel = page.getByRole('dialog', { name: 'Save as Template' })
  await panel.getByRole('checkbox', { name: `Replace ${name}` }).check()
  const typed = panel.getByRole('textbox', { name: 'Template Name' })
  expect(await typed.inputValue()).toBe(name)
  await typed.fill(`${name}, new`)
  await expectAccessible(page, 'a template that is replaced')
  await page.route(`**${path}**`, (route) => route.fulfill({ status: 500, body: 'Internal error' }))
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  const failure = page.getByRole('dialog', { name: 'Submission Error' })
  await failure.getByText('Error saving template', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await failure.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/dashboard/create-document')
  expect(await ofThatName()).toMatchObject([{ id: made?.id, name: `${name}, new`, description: 'Monthly' }])
})

test('Escape answers the question and leaves the panel; a reason stays while its call fails', async () => {
  const { number } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await signIn(page, 'bakri')
  const row = await findPending(page, number)
  await row.getByRole('button', { name: `Preview ${number}` }).click()
  const preview = page.getByRole('dialog', { name: number, exact: true })
  const opener = preview.getByRole('button', { name: 'Reject' })
  await opener.click()
  const question = page.getByRole('dialog', { name: `Reject ${number}` })
  const reason = question.getByRole('textbox', { name: 'Rejection reason' })
  await focused(page, reason).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await focused(page, opener).waitFor()

  await opener.click()
  await question.getByRole('button', { name: 'Reject', exact: true }).click()
  await question.getByText('Please give a reason.').waitFor()
  await reason.fill('The price is wrong')
  await question.getByText('282 characters left').waitFor()
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Error rejecting invoice! The server cannot be reached.').first().waitFor()
  expect(await reason.inputValue()).toBe('The price is wrong')
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Invoice rejected successfully!').waitFor()
  await preview.waitFor({ state: 'hidden' })
})

test('the way out of a question is not called like its act, and has the focus', async () => {
  const { number } = await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/create-document')
  const opener = page.getByRole('button', { name: `Cancel ${number}` })
  await opener.click()
  const question = page.getByRole('dialog', { name: `Cancel ${number}` })
  await question.waitFor()
  expect(await question.getByRole('button', { name: /Cancel/ }).allTextContents()).toEqual([
    'Cancel document',
  ])
  const wayOut = question.getByRole('button', { name: 'Keep the document' })
  await focused(page, wayOut).waitFor()
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await focused(page, opener).waitFor()
  await opener.click()
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
})

test('who may not save a template is told so before anything is typed', async () => {
  const { uuid } = await submitInvoice('aminah', { store: 'PEN01', buyer: 'Ong Brothers' })
  await sendBack(uuid)
  const page = await open()
  await signIn(page, 'aminah')
  await alter<object>(page, '/api/v1/user/permissions/', (flags) => ({ ...flags, can_create_invoice: false }))
  await page.goto(`/dashboard/invoices/edit/${uuid}`)
  const save = page.getByRole('button', {
    name: 'Save as Template',
    description: 'You need the permission can_create_invoice.',
  })
  await save.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
