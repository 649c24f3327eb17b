/** A webhook from its making to what it was told. Its name leads to this machine, which webhooks never call. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'
import { haveWebhook } from './webhook.ts'

const { open } = startBrowser()

/** What browsers withhold from addresses that are neither https nor this machine. */
const PLAIN_HTTP = 'delete Navigator.prototype.clipboard'

test('a superadmin makes a webhook, tries it, and reads why nothing arrived', async () => {
  const page = await open()
  await page.addInitScript(PLAIN_HTTP)
  await signIn(page, 'devi', '/admin')
  await page.getByRole('link', { name: /^Webhooks/ }).click()
  await page.getByRole('button', { name: 'New Webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://localhost:7/lulus')
  await choose(page, 'API key', 'Web shop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Please enter an address that begins with https://.').waitFor()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://localhost:7/lulus')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = page.getByRole('textbox', { name: 'Signing secret' })
  const shown = await secret.inputValue()
  expect(shown).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  const search = page.getByRole('textbox', { name: 'Address or description' })
  await search.press('Control+v')
  expect(await search.inputValue()).toBe(shown)
  await search.clear()

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

test('the form of a webhook goes by what it showed when it was opened, whatever comes meanwhile', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/webhooks')
  await page.getByRole('button', { name: 'New Webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://localhost:11/lulus')
  await choose(page, 'API key', 'Web shop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('link', { name: 'localhost:11' }).first().click()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Webhook' })
  const description = form.getByRole('textbox', { name: 'Description' })
  await description.fill('For my shop')
  const path = `/api/v1/webhooks/${new URL(page.url()).pathname.split('/').at(-1)}/`
  const theirs = { url: 'https://localhost:11/lulus', description: 'For their shop', is_active: true }
  expect((await (await callAs('devi')).put(path, { ...theirs, events: [] })).status).toBe(200)
  await page.getByText('For their shop').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Somebody else changed this meanwhile.').waitFor()
  expect(await description.inputValue()).toBe('For my shop')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Webhook saved.').waitFor()
  await page.getByText('For my shop').waitFor()
})

test('who ends a key or an account reads how many webhooks fall silent by that', async () => {
  await haveWebhook()
  const page = await open()
  await signIn(page, 'farid', '/admin/api-key-management?name=Web%20shop')
  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke the key Web shop?' })
  await revoke.getByText(/\d webhooks? of this key will be told nothing any more/).waitFor()
  await revoke.getByRole('button', { name: 'Keep the key' }).click()

  await page.goto('/admin/user-management?search=devi')
  await page.getByRole('button', { name: 'Devi Krishnan', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  const deactivate = page.getByRole('dialog', { name: 'Deactivate Devi Krishnan?' })
  await deactivate.getByText(/\d webhooks? of Devi Krishnan will tell nothing until somebody else/).waitFor()
  await deactivate.getByRole('button', { name: 'Keep the account' }).click()
})

test('of too many events for once the form sends the next ones, until there are none', async () => {
  const id = await haveWebhook()
  const page = await open()
  await signIn(page, 'devi', `/admin/webhooks/${id}`)
  const parts = [
    { count: 10_000, more_after: '10042' },
    { count: 10_000, more_after: '20042' },
    { count: 7, more_after: null },
  ]
  const asked: unknown[] = []
  await page.route(`**/api/v1/webhooks/${id}/replay/`, (route) => {
    asked.push(route.request().postDataJSON().after)
    return route.fulfill({ json: parts[asked.length - 1] })
  })
  await page.getByRole('button', { name: 'Send again…' }).click()
  const form = page.getByRole('dialog', { name: 'Send again to localhost:9' })
  await form.getByRole('button', { name: 'Send again', exact: true }).click()
  await form.getByText('10,000 events are sent again.').waitFor()
  await expectAccessible(page, 'the form that goes on')
  // Others than those of which some were sent begin at their first.
  const arrived = form.getByRole('checkbox', { name: 'Those that arrived as well' })
  await arrived.check()
  await form.getByRole('button', { name: 'Send again', exact: true }).waitFor()
  await arrived.uncheck()
  await form.getByRole('button', { name: 'Send the next ones' }).click()
  await form.getByText('20,000 events are sent again.').waitFor()
  await form.getByRole('button', { name: 'Send the next ones' }).click()
  await page.getByText('20,007 events are sent again.').waitFor()
  await form.waitFor({ state: 'detached' })
  expect(asked).toEqual([undefined, '10042', '20042'])
})

test('an event stands open as its address says, also where the list does not hold it', async () => {
  const id = await haveWebhook()
  const told = await (await callAs('devi')).get(`/api/v1/webhooks/${id}/deliveries/`)
  const { results } = (await told.json()) as { results: { id: string }[] }
  const page = await open()
  await signIn(page, 'devi', `/admin/webhooks/${id}?state=stopped&open=${results[0]?.id}`)
  const panel = page.getByRole('dialog', { name: 'webhook.test' })
  await panel.getByText('"type": "webhook.test"').waitFor()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The event is sent again.').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.goto(`/admin/webhooks/${id}?open=999999999999999`)
  await page.getByText('There is no such event.').waitFor()
  await expectAccessible(page, 'an event that is not there')
})
