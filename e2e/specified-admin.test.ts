/** Each text that is specified for messages and settings is found on its screen. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { PHONE } from './chromium.ts'
import { signIn } from './people.ts'
import * as messages from './specified/messages.ts'
import * as settings from './specified/settings.ts'

const { open } = startBrowser()

const told = (page: Page, words: string) => page.getByText(words).first().waitFor()
const heads = async (page: Page) =>
  (await page.locator('thead th').allInnerTexts()).map((text) => text.trim())

/** Calls of this method below this path fail without a word of why, until the returned function is called. */
const failing = async (page: Page, method: string, path: string) => {
  const place = (url: URL) => url.pathname.startsWith(path)
  await page.route(place, (route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  )
  return () => page.unroute(place)
}

test.each([
  ['/admin/user-login-report', '/admin/user-login-log'],
  ['/dashboard/settings-management', '/admin/app-configuration'],
])('%s, which is named and no screen, leads to %s', async (named, screen) => {
  const page = await open()
  await signIn(page, 'devi', named)
  await page.waitForURL((url) => url.pathname === screen)
})

test('messages: columns, tags, buttons, and what is told of each act and of its failure', async () => {
  const { SAYS, SWITCHES, TAGS } = messages
  const path = '/api/v1/notifications/broadcast-messages/'
  const title = `Stock is taken on the 30th (${Date.now()})`
  const content = 'The office of Kuala Lumpur is closed all day; approvals go on from Penang.'
  const page = await open()
  await signIn(page, 'devi')
  let mend = await failing(page, 'GET', path)
  await page.goto('/admin/broadcast-messages')
  await told(page, SAYS.not_fetched)
  await mend()
  await page.reload()
  const add = page.getByRole('button', { name: messages.NEW }).first()
  await add.click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Content' }).fill(content)
  // Otherwise it would stand on everybody's dashboard.
  await form.getByRole('checkbox', { name: TAGS.on }).uncheck()
  const save = form.getByRole('button', { name: 'Save' })
  mend = await failing(page, 'POST', path)
  await save.click()
  await told(page, SAYS.not_created)
  await mend()
  await save.click()
  await told(page, SAYS.created)
  await form.waitFor({ state: 'detached' })

  expect(await heads(page)).toEqual(expect.arrayContaining(messages.COLUMNS))
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText(`${content.slice(0, messages.PREVIEW_CHARS)}…`).waitFor()
  await row.getByText(TAGS.off, { exact: true }).waitFor()
  const turn = row.getByRole('button', { name: `${SWITCHES.on} ${title}` })
  mend = await failing(page, 'PATCH', path)
  await turn.click()
  await told(page, SAYS.not_switched)
  await mend()
  await turn.click()
  await told(page, SAYS.switched)
  await row.getByText(TAGS.on, { exact: true }).waitFor()
  await row.getByRole('button', { name: `${SWITCHES.off} ${title}` }).click()
  await row.getByText(TAGS.off, { exact: true }).waitFor()

  // A toast may lie over it.
  await row.getByRole('button', { name: /^Edit/ }).press('Enter')
  mend = await failing(page, 'PUT', path)
  await form.getByRole('textbox', { name: 'Content' }).fill(`${content} Thank you.`)
  await save.click()
  await told(page, SAYS.not_updated)
  await mend()
  await save.click()
  await told(page, SAYS.updated)
})

test('settings: columns, buttons, and what is told of each act and of its failure', async () => {
  const { BUTTONS, SAYS } = settings
  const path = '/api/v1/configuration/settings/'
  const label = 'Asking for verdicts'
  const page = await open()
  await signIn(page, 'devi')
  let mend = await failing(page, 'GET', path)
  await page.goto('/admin/app-configuration')
  await told(page, SAYS.not_fetched)
  await mend()
  await page.reload()
  await page.getByRole('cell', { name: settings.CATEGORY }).first().waitFor()
  expect(await heads(page)).toEqual(expect.arrayContaining(settings.COLUMNS))
  const change = async (seconds: string) => {
    await page.getByRole('button', { name: `${BUTTONS.edit} ${label}` }).click()
    await page.getByRole('textbox', { name: label }).fill(seconds)
    await page.getByRole('button', { name: `${BUTTONS.save} ${label}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: BUTTONS.save, exact: true }).click()
  }
  mend = await failing(page, 'PUT', path)
  await change('4')
  await told(page, SAYS.not_saved)
  await mend()
  await page.getByRole('button', { name: `${BUTTONS.cancel} ${label}` }).click()
  await change('4')
  await told(page, SAYS.saved)
  const restore = async () => {
    await page.getByRole('button', { name: BUTTONS.restore }).click()
    await page.getByRole('dialog').getByRole('button', { name: BUTTONS.restore }).click()
  }
  mend = await failing(page, 'POST', path)
  await restore()
  await told(page, SAYS.not_restored)
  await mend()
  await restore()
  await told(page, SAYS.restored)
})

test.each([
  ['/admin/broadcast-messages', messages.NEW],
  ['/admin/app-configuration', settings.BUTTONS.restore],
])('%s offers its act on a phone too', async (address, name) => {
  const page = await open({ width: PHONE })
  await signIn(page, 'devi')
  await page.goto(address)
  await page.getByRole('button', { name }).first().waitFor()
})
