/** The settings of the installation: typed in their row, asked about, followed at once, and found again in the log. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const ADDRESS = '/admin/app-configuration'
const row = (page: Page, label: string) => page.getByRole('row').filter({ hasText: label })

const edit = async (page: Page, label: string) => {
  await page.getByRole('button', { name: `Edit ${label}` }).click()
  return page.getByRole('textbox', { name: label })
}

const save = async (page: Page, label: string) => {
  await page.getByRole('button', { name: `Save ${label}` }).click()
  const question = page.getByRole('dialog', { name: `Save ${label}?` })
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

test('a setting is changed after a question, its history tells from what to what, and all are restored', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin')
  await page.getByRole('link', { name: 'Application Settings' }).click()
  const { origin } = new URL(page.url())
  await row(page, 'commits.webhook_key').getByText(`${origin}/api/v1/git-logs/github/`).waitFor()
  const field = await edit(page, 'Asking for verdicts')
  await field.fill('0.1')
  await page.getByRole('button', { name: 'Save Asking for verdicts' }).click()
  await page.getByText('Please enter a time from 0.5 s to 10 min.').waitFor()
  await field.fill('2.5')
  await save(page, 'Asking for verdicts')
  await page.getByText('Setting saved successfully!').waitFor()
  await row(page, 'poll.interval_ms').getByText('2.5 s', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'History of Asking for verdicts' }).click()
  await page.getByText('History of Setting poll.interval_ms').waitFor()
  const change = row(page, 'poll.interval_ms').first()
  expect(await change.textContent()).toMatch(/3000.*2500/)
  await page.goBack()

  await page.getByRole('button', { name: 'Restore to Default' }).click()
  const question = page.getByRole('dialog', { name: 'Restore all settings to their defaults?' })
  await question.getByText(/Asking for verdicts/).waitFor()
  await question.getByRole('button', { name: 'Restore to Default' }).click()
  await page.getByText('All settings restored to default values!').waitFor()
  await row(page, 'poll.interval_ms').getByText('3 s', { exact: true }).waitFor()
})

test('what is typed stays while the server is away and while somebody else is quicker, and is saved once', async () => {
  const page = await open()
  await signIn(page, 'devi', ADDRESS)
  const other = await page.context().newPage()
  await other.goto(ADDRESS)
  const field = await edit(page, 'Support address')
  await field.fill('first@kinabalu.example')
  await (await edit(other, 'Support address')).fill('second@kinabalu.example')
  await save(other, 'Support address')
  await other.getByText('Setting saved successfully!').waitFor()

  // It is on the screen by now, and who saves is told all the same.
  await page.getByText('Somebody changed this meanwhile. It is now: second@kinabalu.example').waitFor()
  await save(page, 'Support address')
  await page
    .getByText(/Support address was changed by someone else\. It is now: second@/)
    .first()
    .waitFor()
  await page.getByText('Somebody changed this meanwhile. It is now: second@kinabalu.example').waitFor()
  expect(await field.inputValue()).toBe('first@kinabalu.example')

  await page.context().setOffline(true)
  await save(page, 'Support address')
  await page
    .getByText(/^Failed to save setting\. The server cannot be reached\./)
    .first()
    .waitFor()
  await page.context().setOffline(false)
  // Whoever leaves with something typed is asked.
  await page.getByRole('link', { name: 'Admin Setting' }).first().click()
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Go on editing' })
    .click()
  await save(page, 'Support address')
  await row(page, 'support.email').getByText('first@kinabalu.example', { exact: true }).waitFor()
})

test('a secret is never shown again, and is removed by an empty one', async () => {
  const page = await open()
  await signIn(page, 'devi', ADDRESS)
  const mail = row(page, 'mail.smtp_url')
  await page.getByRole('button', { name: 'Edit Mail server' }).click()
  await page.getByLabel('Mail server', { exact: true }).fill('smtp://lulus:Rahsia-31@127.0.0.1:9')
  await save(page, 'Mail server')
  await mail.getByText('Set', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit Mail server' }).click()
  expect(await page.getByLabel('Mail server', { exact: true }).inputValue()).toBe('')
  await save(page, 'Mail server')
  await mail.getByText('Not set', { exact: true }).first().waitFor()
  expect(await page.content()).not.toContain('Rahsia-31')
})
