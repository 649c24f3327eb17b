/** States of lists under names: kept, gone to, replaced, renamed, deleted and brought back; on any machine. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const views = (page: Page) => button(page, 'Views').click()
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const shown = (page: Page) => page.locator('[data-row]').first().waitFor()

const save = async (page: Page, name: string, save_label = 'Save') => {
  await views(page)
  await item(page, 'Save view…').click()
  const panel = page.getByRole('dialog', { name: 'Save view' })
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await panel.getByRole('button', { name: save_label, exact: true }).click()
  await panel.waitFor({ state: 'hidden' })
}

test('a list is kept as it stands, columns too, and gone to by its name, also by the palette', async () => {
  const page = await open()
  await signIn(
    page,
    'gita',
    '/dashboard/invoices?tab=Validated&sort_by=total_payable_amount&page_size=100&page=1',
  )
  await shown(page)
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Source' }).click()
  await page.keyboard.press('Escape')
  await save(page, 'Large and valid')
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Views')

  await page.goto('/dashboard/customers')
  await shown(page)
  await views(page)
  await page.getByText('You keep no view of this list yet.').waitFor()
  await expectAccessible(page, 'the open menu of views without any')
  await page.keyboard.press('Escape')

  // Another machine: nothing of this browser is known there.
  const other = await open()
  await signIn(other, 'gita')
  await other.keyboard.press('Control+k')
  await other.locator('[role="dialog"] input:focus').waitFor()
  await other.keyboard.type('large')
  const options = () => other.getByRole('option').allInnerTexts()
  await expect.poll(options).toEqual([expect.stringContaining('Large and valid')])
  await other.keyboard.press('Enter')
  await other.getByRole('tab', { name: 'Validated', selected: true }).waitFor()
  const kept = { tab: 'Validated', sort_by: 'total_payable_amount', page_size: '100' }
  expect(search(other)).toMatchObject(kept)
  expect(search(other).hidden).toContain('source')
  await shown(other)
  expect(await other.getByRole('columnheader', { name: 'Source' }).count()).toBe(0)

  await views(other)
  await item(other, 'Large and valid').waitFor()
  await expectAccessible(other, 'the open menu of views')
  await other.keyboard.press('Escape')

  await other.getByRole('tab', { name: 'All', exact: true }).click()
  await save(other, 'Large and valid', 'Replace')
  await other.goto('/dashboard/invoices?tab=Failed')
  await views(other)
  await item(other, 'Large and valid').click()
  await other.getByRole('tab', { name: 'All', exact: true, selected: true }).waitFor()
  expect(search(other)).toMatchObject({ sort_by: 'total_payable_amount' })
})

test('the focus comes back to the button though a click had not given it to it', async () => {
  const page = await open()
  await signIn(page, 'gita', '/dashboard/customers')
  await shown(page)
  // As in Safari.
  await button(page, 'Views').evaluate((clicked: { click: () => void }) => clicked.click())
  await item(page, 'Save view…').click()
  await page.getByRole('dialog', { name: 'Save view' }).locator('input:focus').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('Views')
})

test('views are renamed, and deleted ones brought back', async () => {
  const gita = await callAs('gita')
  for (const name of ['First', 'Second']) {
    const body = { list: 'customers', name, search: '?tab=BRN' }
    expect((await gita.post('/api/v1/user-profile/views/', body)).status).toBe(201)
  }
  const page = await open()
  await signIn(page, 'gita', '/dashboard/customers')
  await views(page)
  await item(page, 'Edit views…').click()
  const dialog = page.getByRole('dialog', { name: 'Edit views' })
  await dialog.getByRole('button', { name: 'Rename First' }).click()
  const form = page.getByRole('dialog', { name: 'Rename First' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Second')
  await button(page, 'Save').click()
  await page.getByText('You have a view of that name already.').first().waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Companies')
  await button(page, 'Save').click()
  await form.waitFor({ state: 'hidden' })
  await dialog.getByText('Companies').waitFor()

  await dialog.getByRole('button', { name: 'Delete Second' }).click()
  await dialog.getByText('“Second” was deleted.').waitFor()
  await expectAccessible(page, 'the views of a list')
  await expect.poll(() => dialog.locator(':focus').textContent()).toBe('Undo')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete Second' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await views(page)
  await item(page, 'Companies').waitFor()
  await item(page, 'Second').click()
  await page.getByRole('tab', { name: 'BRN', selected: true }).waitFor()
})

test('of two views that are deleted at the same time both can be brought back', async () => {
  const gita = await callAs('gita')
  for (const name of ['Third', 'Fourth']) {
    const body = { list: 'customers', name, search: '?tab=BRN' }
    expect((await gita.post('/api/v1/user-profile/views/', body)).status).toBe(201)
  }
  const page = await open()
  await signIn(page, 'gita', '/dashboard/customers')
  await views(page)
  await item(page, 'Edit views…').click()
  const dialog = page.getByRole('dialog', { name: 'Edit views' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/user-profile/views/*/', async (route) => {
    await held.promise
    await route.continue()
  })
  for (const name of ['Third', 'Fourth']) await dialog.getByRole('button', { name: `Delete ${name}` }).click()
  held.resolve()
  for (const name of ['Third', 'Fourth']) await dialog.getByText(`“${name}” was deleted.`).waitFor()
})
