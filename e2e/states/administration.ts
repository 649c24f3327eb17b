/** Administration: what asks before it acts, and what is told but once. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { callAs } from '../people.ts'
import { alter, button, inDialog, type Made, type States, show } from './state.ts'

const PICTURE = readFileSync(
  join(import.meta.dirname, '../../server/src/platform/picture/fixtures/glass.png'),
)

type Company = { access: { certificates: object[] }[] }

const showCompany = async (page: Page, name: string) => {
  await page.goto('/admin/entity-management')
  await page.getByRole('link', { name }).click()
  await button(page, 'Deactivate').waitFor()
}

const showWebhook = async (page: Page, { webhook }: Made) => {
  await page.goto(`/admin/webhooks/${webhook}`)
  await button(page, 'New secret').waitFor()
}

export const ADMINISTRATION_STATES: States = {
  'a company': {
    reach: async (page) => {
      await page.goto('/admin/entity-management')
      await page.getByRole('link', { name: 'Kinabalu Trading Sdn Bhd' }).click()
      await page.getByRole('button', { name: 'Upload certificate' }).waitFor()
    },
  },
  'a certificate that waits': {
    reach: async (page) => {
      await page.route(/\/api\/v1\/entities\/[\w-]{36}\/$/, async (route) => {
        const response = await route.fetch()
        const company = (await response.json()) as Company
        const access = company.access.map((one) => ({
          ...one,
          certificates: one.certificates.flatMap((used) => [used, { ...used, id: 'next', state: 'waiting' }]),
        }))
        await route.fulfill({ response, json: { ...company, access } })
      })
      await showCompany(page, 'Kinabalu Trading Sdn Bhd')
    },
    press: (page) => button(page, 'Remove').first(),
    shown: '[role=dialog]:visible',
  },
  'the screenshot of a defect': {
    reach: async (page) => {
      const files = [{ id: crypto.randomUUID(), kind: 'screenshot', name: 'list.png' }]
      await alter(page, '/einvoice/api/v1/support/defects/', (list: { results: object[] }) => ({
        ...list,
        results: list.results.map((row) => ({ ...row, files, screenshot: '/there' })),
      }))
      await page.route('**/files/*/', (route) => route.fulfill({ contentType: 'image/png', body: PICTURE }))
      await page.goto('/dashboard/support')
      await button(page, /^Show the screenshot/)
        .first()
        .waitFor()
    },
    press: (page) => button(page, /^Show the screenshot/).first(),
    shown: '[role=dialog] img',
  },
  'the credentials of a company': {
    reach: async (page) => {
      await page.goto('/admin/entity-management')
      await page.getByRole('link', { name: 'Selat Foods Sdn Bhd' }).click()
      await page.getByRole('button', { name: 'credentials for Preprod' }).waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'credentials for Preprod' }),
  },
  'a company, sent elsewhere': {
    reach: (page) => showCompany(page, 'Selat Foods Sdn Bhd'),
    press: (page) =>
      page.getByRole('radiogroup', { name: 'Documents go to' }).getByRole('radio', { name: 'Preprod' }),
    shown: '[role=dialog]:visible',
  },
  'a company, deactivated': {
    reach: (page) => showCompany(page, 'Selat Foods Sdn Bhd'),
    press: (page) => button(page, 'Deactivate'),
  },
  'a user, deactivated': {
    reach: async (page) => {
      await page.goto('/admin/user-management?search=gita')
      await page
        .getByRole('button', { name: /^Gita / })
        .or(page.getByRole('link', { name: /^Gita / }))
        .first()
        .click()
      await inDialog(page, 'Deactivate').waitFor()
    },
    press: (page) => inDialog(page, 'Deactivate'),
    shown: '[role=dialog]:visible >> nth=1',
  },
  'a webhook, sent again': { reach: showWebhook, press: (page) => button(page, 'Send again…') },
  'a webhook, given a new secret': { reach: showWebhook, press: (page) => button(page, 'New secret') },
  'a secret that is shown once': {
    reach: async (page, made) => {
      await showWebhook(page, made)
      await button(page, 'New secret').click()
      await inDialog(page, 'Make a new secret').click()
      await button(page, 'I have kept it').waitFor()
    },
    window: 'own',
  },
  'a change of a group, explained': {
    reach: async (page) => {
      await page.goto('/admin/permission-management')
      await button(page, 'Add Group').click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Night shift')
    },
    press: (page) => inDialog(page, 'Review change'),
    shown: '[role=dialog] textarea',
  },
  'a report, deleted': {
    reach: async (page) => {
      await page.goto('/dashboard/report')
      await button(page, /^Delete /)
        .first()
        .waitFor()
    },
    press: (page) => button(page, /^Delete /).first(),
  },
  'a setting, saved': {
    reach: async (page) => {
      await page.goto('/admin/app-configuration')
      await button(page, 'Edit Self-approval').click()
    },
    press: (page) => button(page, 'Save Self-approval'),
  },
  'the settings, restored': {
    reach: async (page) => {
      const { put } = await callAs('devi')
      await put('/api/v1/configuration/settings/support.email/', { value: 'help@lulus.example' })
      await page.goto('/admin/app-configuration')
      await page.locator('[data-row]').first().waitFor()
    },
    press: (page) => button(page, 'Restore to Default'),
  },
  'a rule, tried': {
    reach: async (page) => {
      await page.goto('/data-mapping/validation-rules')
      await page.getByRole('button', { name: /^Edit Payment Due Date / }).click()
      await inDialog(page, 'Try on past documents').click()
      await page.getByText(/^Would have stopped/).waitFor()
    },
  },
  'a document, traced': {
    reach: (page, { pending }) =>
      show(page, `/data-mapping/trace?document=${pending.number}`, pending.number),
  },
}
