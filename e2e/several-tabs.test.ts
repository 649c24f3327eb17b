/** The tabs of one browser agree about who is signed in, and nobody loses the way or the words for it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { choose, fill, fillLines, openMore, requestApproval } from './form.ts'
import { ownProduct } from './own-product.ts'
import { fillSignIn, type Person, signIn } from './people.ts'
import { tokenOf } from './token.ts'

const { open, provoke } = startBrowser()

/** Another tab, on a file that has the local storage of the screens. */
const besides = async (page: Page, at = '/mark.svg') => {
  const tab = await page.context().newPage()
  await tab.goto(at)
  return tab
}

const signInElsewhere = async (tab: Page, person: Person) => {
  const token = await tokenOf(person, ownProduct())
  await tab.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  return token
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('who signs in again in one tab goes on in all of them, each where it was', async () => {
  const first = await open()
  await signIn(first, 'aminah', '/dashboard/invoices?tab=Validated')
  const second = await besides(first, '/dashboard/customers')
  await heading(second, 'Customers')
  const third = await besides(first)
  // What the idle limit does in every tab.
  await third.evaluate("localStorage.removeItem('token')")
  for (const tab of [first, second]) await tab.getByText('Your session has ended.').waitFor()
  await third.goto('/log-in?return=%2Fdashboard%2Fmy-account')
  await third.getByRole('button', { name: 'Log in' }).waitFor()

  await fillSignIn(first, 'aminah@lulus.example', ownProduct().password)
  await first.waitForURL('**/dashboard/invoices?tab=Validated')
  await heading(second, 'Customers')
  expect(new URL(second.url()).pathname).toBe('/dashboard/customers')
  await heading(third, 'My Account')
})

test('who rests too long is signed out by the server as well, and told why', async () => {
  const page = await open()
  await signIn(page, 'aminah', '/dashboard/customers')
  const second = await besides(page, '/dashboard/items')
  const authorization = `Token ${await page.evaluate("localStorage.getItem('token')")}`
  const ask = async () => {
    const to = new URL('/api/v1/validate-token/', ownProduct().url)
    return (await fetch(to, { headers: { authorization } })).status
  }
  expect(await ask()).toBe(200)
  await heading(second, 'Items')
  // Again and again: a tab that has just been opened says that somebody did it.
  await page.evaluate("setInterval(() => localStorage.setItem('activity_at', '1'), 100)")
  for (const tab of [page, second])
    await tab.getByText(/^(?:You were signed out|Your session has ended)/).waitFor()
  await expect.poll(ask).toBe(401)
})

test('a reload of the sign-in goes where it would have led, once somebody is signed in', async () => {
  const page = await open()
  await signIn(page, 'aminah')
  await page.goto(`/log-in?return=${encodeURIComponent('/dashboard/invoices?tab=Validated')}&ended=idle`)
  await page.waitForURL('**/dashboard/invoices?tab=Validated')
  await page.getByRole('tab', { name: 'Validated', exact: true, selected: true }).waitFor()
})

test('a new session of the same person disturbs no typing, one of another person shows them their own', async () => {
  const page = await open()
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, 'aminah', '/dashboard/invoices/create')
  await openMore(page)
  await fill(page, 'Remarks', 'Half a sentence')
  const other = await besides(page)
  const told = page.waitForResponse(async (answer) => {
    const { authorization } = await answer.request().allHeaders()
    return answer.url().endsWith('/api/v1/user-profile/') && authorization === `Token ${await token}`
  })
  const token = signInElsewhere(other, 'aminah')
  await (await told).finished()
  expect(await page.getByRole('textbox', { name: 'Remarks', exact: true }).inputValue()).toBe(
    'Half a sentence',
  )

  await signInElsewhere(other, 'bakri')
  await page.getByText('You need the permission can_create_invoice.').waitFor()
})

test('a draft that was sent in another tab is offered no more, nor taken up where it still is', async () => {
  const first = await open()
  first.on('dialog', (dialog) => void dialog.accept())
  await signIn(first, 'aminah', '/dashboard/invoices/create')
  await choose(first, 'Invoice Type', '01')
  await choose(first, 'Department Code', 'PEN01')
  await choose(first, 'Buyer', 'Ong Brothers')
  await fillLines(first, [
    {
      ...{ description: 'Hire of a stage', classification: '022', quantity: '1', unit: 'EA' },
      ...{ unit_price: '700.00', tax_type: '06' },
    },
  ])
  const kept = "Object.keys(localStorage).filter((key) => key.startsWith('draft:'))"
  await expect.poll(() => first.evaluate(`${kept}.length`)).toBe(1)
  const second = await besides(first, '/dashboard/invoices/create')
  const offers = second.getByRole('list', { name: 'My drafts' })
  await offers.waitFor()
  await requestApproval(first)
  await offers.waitFor({ state: 'detached' })

  // What this very tab removes it is not told of.
  await first.goto('/dashboard/invoices/create')
  await openMore(first)
  await fill(first, 'Remarks', 'Left for later')
  await first.reload()
  await first.getByRole('list', { name: 'My drafts' }).waitFor()
  await first.evaluate(`${kept}.forEach((key) => localStorage.removeItem(key))`)
  await first.getByRole('button', { name: 'Continue with the draft' }).click()
  await first.getByText('This draft is no longer here').first().waitFor()
  await first.getByRole('list', { name: 'My drafts' }).waitFor({ state: 'detached' })
  await openMore(first)
  expect(await first.getByRole('textbox', { name: 'Remarks', exact: true }).inputValue()).toBe('')
})

test('a moment without the API at the sign-in ends no session', async () => {
  const first = await open()
  await signIn(first, 'aminah', '/dashboard/customers')
  await heading(first, 'Customers')
  const second = await besides(first)
  const token = await second.evaluate("localStorage.getItem('token')")
  await second.route('**/api/v1/user-profile/', (route) => route.fulfill({ status: 500, json: {} }))
  provoke('An unknown error occurred.')
  await second.goto('/log-in')
  await second.getByText('This screen could not be shown.').waitFor()
  expect(await second.evaluate("localStorage.getItem('token')")).toBe(token)
  expect(await first.getByText('Your session has ended.').count()).toBe(0)
  await second.unroute('**/api/v1/user-profile/')
  await second.getByRole('button', { name: 'Try again' }).click()
  await heading(second, 'Dashboard')
  // Nor does it keep the next person at this computer out, whether or not the server can be told.
  await second.route('**/api/v1/token/logout/', (route) => route.fulfill({ json: {} }))
  for (const opened of ['/log-in', '/dashboard/customers']) {
    await second.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`)
    await second.route('**/api/v1/user-profile/', (route) => route.fulfill({ status: 500, json: {} }))
    provoke('An unknown error occurred.')
    await second.goto(opened)
    await second.getByRole('button', { name: 'Log out' }).click()
    await second.getByRole('button', { name: 'Log in' }).waitFor()
    expect(new URL(second.url()).search).toBe('')
    expect(await second.evaluate("localStorage.getItem('token')")).toBe(null)
  }
})
