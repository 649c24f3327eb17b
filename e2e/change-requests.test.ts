/** A change of a group: one superadmin asks, another one approves, and whoever gains by it has it at once. */
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, type Person, signIn } from './people.ts'

const { open } = startBrowser()

const RIGHT = 'can_perform_mapping'
const mayMap = async (person: Person) => {
  const answer = await (await callAs(person)).get('/api/v1/user/permissions/')
  return ((await answer.json()) as Record<string, boolean>)[RIGHT]
}
type Makers = { id: string; name: string; permissions: { id: string }[] }
const post = async (person: Person, path: string, body: object) => {
  const answer = await (await callAs(person)).post(path, body)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: number }
}

/** The other tests know the makers as they were. */
afterAll(async () => {
  const answer = await (await callAs('devi')).get('/api/v1/groups/')
  const { results } = (await answer.json()) as { results: Makers[] }
  const makers = results.find(({ name }) => name === 'Makers')
  const permissions = makers?.permissions.map(({ id }) => id).filter((id) => id !== RIGHT)
  const body = { action: 'edit', group_id: makers?.id, name: 'Makers', permissions, reason: 'As it was' }
  const { id } = await post('devi', '/api/v1/group-change-request/', body)
  await post('farid', '/api/v1/approve-request/', { approval_id: id, decision: 'approve' })
})

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })

test('what one asks for, another approves, and whoever gains by it has it at the next call', async () => {
  const page = await open()
  await signIn(page, 'devi', '/dashboard/permission-management')
  await page.waitForURL('**/admin/permission-management')
  await page.getByRole('button', { name: 'Edit Makers' }).click()
  const form = dialog(page, 'Edit Group')
  await form.getByRole('checkbox', { name: RIGHT }).check()

  await page.keyboard.press('Escape')
  await dialog(page, 'Discard what you typed?').getByRole('button', { name: 'Go on editing' }).click()

  const held = Promise.withResolvers<void>()
  await page.route('**/group-change-request/preview/', async (route) => {
    await held.promise
    await route.fallback()
  })
  await form.getByRole('button', { name: 'Review change' }).click()
  // What is reviewed is what is sent.
  await expect.poll(() => form.getByRole('checkbox', { name: RIGHT }).isDisabled()).toBe(true)
  held.resolve()
  const review = dialog(page, 'Change Makers?')
  await review.getByText(`+${RIGHT}`).waitFor()
  await review.getByText(`1 person gains ${RIGHT}: Aminah`).waitFor()
  await review.getByText('approved by: Farid Rahman').waitFor()
  await expectAccessible(page, 'a change before it is asked for')
  await review.getByRole('button', { name: 'Submit for approval' }).click()
  await review.getByText('A reason is required to submit this request.').waitFor()
  await review.getByLabel('Reason').fill('Makers keep the mappings themselves.')
  await review.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByText('Group edit request submitted for approval.').waitFor()
  await page.getByRole('link', { name: 'Change requested by Devi Krishnan' }).first().click()
  await page.waitForURL('**/admin/approval-requests')
  expect(await mayMap('aminah')).toBe(false)

  const own = page.locator('[data-row]').filter({ hasText: 'Makers keep the mappings' })
  const approve = own.getByRole('button', { name: /^Approve request/ })
  expect(await approve.getAttribute('aria-disabled')).toBe('true')
  const why = page.locator(`[id="${await approve.getAttribute('aria-describedby')}"]`)
  expect(await why.textContent()).toBe('You created this request; someone else must decide.')

  const other = await open()
  await signIn(other, 'farid', '/admin/approval-requests')
  const row = other.locator('[data-row]').filter({ hasText: 'Makers keep the mappings' })
  await row.getByText(`1 person gains ${RIGHT}: Aminah`).waitFor()
  await row.getByRole('button', { name: /^Approve request/ }).click()
  await dialog(other, /^Approve request/)
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await other.getByText('Request approved successfully').waitFor()
  await expect.poll(() => other.locator('[data-row] button:focus').count()).toBe(1)
  await row.waitFor({ state: 'detached' })
  expect(await mayMap('aminah')).toBe(true)

  await other.getByRole('tab', { name: 'Decided' }).click()
  await other
    .locator('[data-row]')
    .filter({ hasText: 'Approved' })
    .getByText('Farid Rahman')
    .first()
    .waitFor()
})

test('whoever renames a group asks for nothing else, whatever was approved meanwhile', async () => {
  const approved = async (body: object) => {
    const { id } = await post('devi', '/api/v1/group-change-request/', { ...body, reason: 'As agreed' })
    await post('farid', '/api/v1/approve-request/', { approval_id: id, decision: 'approve' })
  }
  await approved({ action: 'create', name: 'Tellers', permissions: ['can_view_invoice', RIGHT] })
  const page = await open()
  await signIn(page, 'devi', '/admin/permission-management')
  await page.getByRole('button', { name: 'Edit Tellers' }).click()
  const form = dialog(page, 'Edit Group')
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Tills')
  // Who looks at it and goes on by keyboard is in the form again.
  await name.press('Enter')
  await dialog(page, 'Change Tellers?').waitFor()
  await page.keyboard.press('Escape')
  await form.locator(':focus').waitFor()

  const { results } = (await (await (await callAs('devi')).get('/api/v1/groups/')).json()) as {
    results: Makers[]
  }
  const group_id = results.find(({ name }) => name === 'Tellers')?.id
  await approved({ action: 'edit', group_id, name: 'Tellers', permissions: ['can_view_invoice'] })
  await form.getByRole('button', { name: 'Review change' }).click()
  const review = dialog(page, 'Change Tellers?')
  await review.getByText('approved by: Farid Rahman').waitFor()
  expect(await review.getByText(RIGHT).count()).toBe(0)
  await page.close()
  await approved({ action: 'delete', group_id, name: '' })
})

test('what waits never stands under what was decided, however long that takes', async () => {
  const asked = { action: 'create', name: 'Night shift', permissions: ['can_view_invoice'] }
  const body = { ...asked, reason: 'For the nights' }
  const { id } = await post('devi', '/api/v1/group-change-request/', body)
  const page = await open()
  await signIn(page, 'farid', '/admin/approval-requests')
  const row = page.locator('[data-row]').filter({ hasText: 'For the nights' })
  await row.waitFor()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/v1/approval-requests/'),
    async (route) => {
      await gate
      await route.fallback()
    },
  )
  await page.getByRole('tab', { name: 'Decided' }).click()
  await page.getByRole('tab', { name: 'Decided', selected: true }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor()
  expect(await page.locator('tbody [data-row]').count()).toBe(0)
  const rejection_reason = 'The days are enough'
  await post('farid', '/api/v1/approve-request/', { approval_id: id, decision: 'reject', rejection_reason })
  release()
  await row.getByText('Rejected', { exact: true }).waitFor()
})
