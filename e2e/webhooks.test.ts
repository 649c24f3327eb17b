/** A webhook from its making to what it was told. Its name leads to this machine, which webhooks never call. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose } from './form.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('a superadmin makes a webhook, tries it, and reads why nothing arrived', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Webhooks/ }).click()
  await page.getByRole('button', { name: 'New Webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://localhost:7/lulus')
  await choose(page, 'API key', 'Web shop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Please enter an address that begins with https://.').waitFor()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://localhost:7/lulus')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = page.getByRole('textbox', { name: 'Signing secret' })
  expect(await secret.inputValue()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await page.getByRole('link', { name: 'localhost:7' }).first().click()
  await page.getByText('Nothing has been sent yet.').waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('A test event is on its way.').waitFor()
  const told = 'localhost leads to 127.0.0.1, which is no public address, and not opened by WEBHOOK_NETWORKS.'
  await page
    .getByText(told)
    .or(page.getByText(told.replace('127.0.0.1', '::1')))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'webhook.test' }).click()
  const panel = page.getByRole('dialog', { name: 'webhook.test' })
  await panel.getByText('"type": "webhook.test"').waitFor()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The event is sent again.').waitFor()
})
