/** What lies around the screens: the top bar, the keys, banners, the dashboard, My Account, the sign-in. */
import type { Page } from 'playwright-core'
import { changeLook, PHONE } from '../chromium.ts'
import { callAs } from '../people.ts'
import { showList } from './documents.ts'
import { alter, button, inDialog, type States, show } from './state.ts'

const showViews = async (page: Page) => {
  const devi = await callAs('devi')
  // It is there from the second time on.
  await devi.post('/api/v1/user-profile/views/', { list: 'customers', name: 'Companies', search: '?tab=BRN' })
  await page.goto('/dashboard/customers')
  await page.locator('[data-row]').first().waitFor()
}

const openViews = async (page: Page) => {
  await showViews(page)
  await button(page, 'Views').click()
}

const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

const LEFT_MS = 90_000
/** Rests so long that this much is left, and goes on resting, however long it is looked at. */
const rest = async (page: Page) => {
  const options = await page.evaluate<{ idle_ms_max: number }>(
    "fetch('/api/v1/auth/options/').then((answer) => answer.json())",
  )
  const since = options.idle_ms_max - LEFT_MS
  await page.evaluate(`setInterval(() => localStorage.setItem('activity_at', Date.now() - ${since}), 100)`)
}

const DAY_MS = 86_400_000

export const DESK_STATES: States = {
  dashboard: { reach: (page) => show(page, '/dashboard', 'LHDN Submission') },
  'dashboard, graphs': { reach: (page) => show(page, '/dashboard?tab=graphs', 'Top 5 Customers (YTD)') },
  'the menu of a phone': {
    reach: async (page) => {
      await showList(page)
      await changeLook(page, { width: PHONE })
    },
    press: (page) => page.getByRole('button', { name: 'Menu', exact: true }),
  },
  palette: { reach: showList, press: (page) => page.getByRole('button', { name: 'Search and go to' }) },
  notices: {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^Notifications: / }),
  },
  'the last errors': {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^Recent errors: / }),
  },
  'unknown address': { reach: (page) => show(page, '/dashboard/nowhere', 'Page not found') },
  'the keys': {
    reach: async (page) => {
      await showList(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  'the views of a list': { reach: showViews, press: (page) => button(page, 'Views') },
  'a view, kept': {
    reach: openViews,
    press: (page) => item(page, 'Save view…'),
    shown: '[role=dialog] input',
  },
  'views, edited': {
    reach: openViews,
    press: (page) => item(page, 'Edit views…'),
    shown: '[role=dialog] li',
  },
  'a message to everybody': {
    reach: async (page) => {
      const message = {
        id: crypto.randomUUID(),
        title: 'LHDN is closed for maintenance on Saturday',
        content: 'Documents are sent by themselves afterwards.\nNothing needs to be done.',
      }
      await alter(page, '/api/v1/notifications/messages/', () => [message])
      await page.goto('/dashboard')
      await button(page, 'Do Not Show This Again').waitFor()
    },
    window: 'own',
  },
  'trouble on its way': {
    reach: async (page) => {
      const since = new Date(Date.now() - DAY_MS / 12).toISOString()
      const trouble = { environment: 'simulator', since, why: 'It does not answer.', waiting: 3, more: false }
      const refusals = ['Kinabalu Trading', 'Seri Jaya', 'Ong Brothers'].map((name, documents) => ({
        ...{ sender_entity_id: crypto.randomUUID(), name, environment: 'simulator', documents },
        ...{
          invoice_number: documents ? 'M-KUL000001' : '',
          since,
          why: 'The TIN is not that of the caller.',
        },
      }))
      const [company] = refusals
      const missing = [{ ...company, documents: 3, more: false, invoice_number: 'M-KUL0101000123' }]
      await alter(page, '/api/v1/authority-status/', () => ({ troubles: [trouble], refusals, missing }))
      const warning = {
        ...{ sender_entity_id: crypto.randomUUID(), name: 'Kinabalu Trading Sdn Bhd', environment: 'prod' },
        ...{ not_after: new Date(Date.now() + 6 * DAY_MS).toISOString(), days_left: 6, level: 7 },
      }
      await alter(page, '/api/v1/certificate-warnings/', () => ({ warnings: [warning] }))
      await showList(page)
      await page.getByText('has not answered since').waitFor()
      await page.getByText('ends in 6 days').waitFor()
    },
    window: 'own',
  },
  'a server that is not reached': {
    reach: async (page) => {
      await showList(page)
      await page.route('**/api/**', (route) => route.abort())
      await page.getByRole('tab', { name: 'Validated' }).click()
      await page.getByText('Lulus does not answer.').waitFor()
      await page.getByText('The list could not be loaded.').waitFor()
    },
    window: 'own',
  },
  'somebody who belongs nowhere': {
    reach: async (page) => {
      await alter(page, '/api/v1/user-profile/', (profile: object) => ({
        ...profile,
        access_type: 'user',
        sender_entities: [],
        store_code: [],
      }))
      await page.goto('/dashboard')
      await page.getByRole('dialog', { name: 'User Access Profile Missing' }).waitFor()
    },
    window: 'own',
  },
  'a portal without a company': {
    reach: async (page) => {
      const nothing = { sender_entities: [], store_code: [] }
      await alter(page, '/api/v1/user-profile/', (profile: object) => ({ ...profile, ...nothing }))
      await show(page, '/dashboard', 'Go to Entity Management')
    },
    window: 'own',
  },
  'somebody who rests': {
    reach: async (page) => {
      await showList(page)
      await rest(page)
      await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor()
    },
    window: 'own',
  },
  'a list without the permission': {
    reach: async (page) => {
      const json = { detail: 'You need the permission can_approve_invoice.', code: 'flag_missing' }
      await page.route('**/api/v1/invoices/pending/*', (route) => route.fulfill({ status: 403, json }))
      await show(page, '/dashboard/invoices/approval', 'You need the permission')
    },
  },
  'a list that does not come': {
    reach: async (page) => {
      const json = { detail: 'The database does not answer.', code: 'unavailable' }
      await page.route('**/api/v1/customers/*', (route) => route.fulfill({ status: 503, json }))
      await page.goto('/dashboard/customers')
      await button(page, 'Retry').waitFor()
    },
  },
  'a password, changed': {
    reach: async (page) => {
      await page.goto('/dashboard/my-account')
      await button(page, 'Change password').waitFor()
    },
    press: (page) => button(page, 'Change password'),
  },
  'the sign-out everywhere else': {
    reach: async (page) => {
      await page.goto('/dashboard/my-account')
      await button(page, 'Sign out everywhere else').waitFor()
    },
    press: (page) => button(page, 'Sign out everywhere else'),
  },
  'a notice, snoozed': {
    reach: async (page) => {
      await showList(page)
      await page.getByRole('button', { name: /^Notifications: / }).click()
      await inDialog(page, /^Snooze: /)
        .first()
        .waitFor()
    },
    press: (page) => inDialog(page, /^Snooze: /).first(),
    shown: '[role=menu]:visible',
  },
  'the sign-in, refused': {
    reach: async (page) => {
      await page.goto('/log-in')
      await page.getByLabel('Username').fill('nobody@lulus.example')
      await page.getByLabel(/^Password/).fill('not the password')
    },
    press: (page) => button(page, 'Log in'),
    shown: '[role=alert]',
    window: 'outside',
  },
  'the sign-in after a rest': {
    reach: (page) => show(page, '/log-in?ended=idle', 'You were signed out'),
    window: 'outside',
  },
  'a link, asked for': {
    reach: (page) => show(page, '/log-in?forgotten=true', 'Send the link'),
    window: 'outside',
  },
  'a link, opened': {
    reach: async (page) => {
      await page.route('**/reset_password/check/', (route) => route.fulfill({ json: { state: 'open' } }))
      await page.goto('/reset-password/works')
      await button(page, 'Set the new password').waitFor()
    },
    window: 'outside',
  },
  'a first start': {
    reach: async (page) => {
      await page.route('**/set-up/check/', (route) =>
        route.fulfill({ json: { works: true, has_simulator: true } }),
      )
      await page.goto('/set-up/works')
      await page.locator('main form').waitFor()
    },
    press: (page) => page.locator('main form button[type=submit]'),
    shown: '[aria-invalid=true]',
    window: 'outside',
  },
}
