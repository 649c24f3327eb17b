import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { ownProduct } from './own-product.ts'
import { fillSignIn, signInByForm } from './people.ts'

const { open } = startBrowser()

test('refuses an unknown user and a wrong password with the same words', async () => {
  const page = await open()
  await page.goto('/log-in')
  const { password } = ownProduct()
  const answers: string[] = []
  for (const [user, secret] of [
    ['nobody@lulus.example', password],
    ['gita@lulus.example', 'not the password'],
  ] as const) {
    await fillSignIn(page, user, secret)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    answers.push((await alert.textContent()) ?? '')
    await page.reload()
  }
  expect(answers[0]).not.toBe('')
  expect(answers[1]).toBe(answers[0])
})

test('says in its own words what is missing, and takes a username that is no address', async () => {
  const page = await open()
  await page.goto('/log-in')
  await page.getByText('No directory is connected to this installation.').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').getByText('username: Please enter your username.').waitFor()
  await fillSignIn(page, 'aminah', ownProduct().password)
  await page.waitForURL('**/dashboard')
})

test('says why nobody can sign in through a directory', async () => {
  const page = await open()
  await page.goto('/')
  const box = page.getByRole('checkbox', { name: 'Log in via LDAP (Active Directory)' })
  expect(await box.isDisabled()).toBe(true)
  expect(await box.isChecked()).toBe(false)
  await page.getByText('No directory is connected to this installation.').waitFor()
  await page.getByText('Email Finance or IT Support for access or to reset your login credentials.').waitFor()
})

test('goes straight to the dashboard while the session lives', async () => {
  const page = await open()
  await signInByForm(page, 'aminah')
  await page.getByText('Welcome back, Aminah Yusof !').waitFor()
  await page.goto('/')
  await page.waitForURL('**/dashboard')
})

test('leaves a cookie that only chooses where wrong tries are counted', async () => {
  const page = await open()
  await signInByForm(page, 'bakri')
  const cookies = await page.context().cookies(new URL('/api/v1/auth/login/', page.url()).href)
  expect(cookies).toMatchObject([{ name: 'lulus_device', httpOnly: true, sameSite: 'Strict' }])
  expect(await page.context().cookies(page.url())).toEqual([])
  // The next sign-in brings it along and gets the same back.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await signInByForm(page, 'bakri')
  const again = await page.context().cookies(new URL('/api/v1/auth/login/', page.url()).href)
  expect(again.map(({ value }) => value)).toEqual(cookies.map(({ value }) => value))
})

test('ends the session at the server when somebody logs out', async () => {
  const page = await open()
  await signInByForm(page, 'aminah')
  const stored = await page.evaluate<Record<string, string>>('({ ...localStorage })')
  const told = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/token/logout/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await told
  // The same browser memory, put back, is worth nothing: the token is dead at the server.
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
})

test('leads back to the opened address after the sign-in', async () => {
  const page = await open()
  await page.goto('/dashboard/invoices?tab=Validated&page_size=100')
  await fillSignIn(page, 'aminah@lulus.example', ownProduct().password)
  await page.waitForURL((url) => url.pathname === '/dashboard/invoices')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('tab')).toBe('Validated')
  await page.getByRole('tab', { name: 'Validated', exact: true, selected: true }).waitFor()
})

test('asks to sign in again when the server ends the session, and goes on where the person was', async () => {
  const page = await open()
  await signInByForm(page, 'aminah')
  const token = await page.evaluate<string>("localStorage.getItem('token')")
  const { url, password } = ownProduct()
  const headers = { authorization: `Token ${token}` }
  expect((await fetch(`${url}/api/v1/token/logout/`, { method: 'POST', headers })).status).toBe(200)
  await page.getByRole('link', { name: 'E-Invoices' }).click()
  await page.getByText('Your session has ended. Log in to continue where you were.').waitFor()
  await fillSignIn(page, 'aminah@lulus.example', password)
  await page.waitForURL('**/dashboard/invoices')
  await page.getByRole('heading', { level: 1, name: 'E-Invoices' }).waitFor()
})

test('shows each person the menu of their permissions', async () => {
  const menuOf = async (person: 'aminah' | 'bakri' | 'gita') => {
    const page = await open()
    await signInByForm(page, person)
    return page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allInnerTexts()
  }
  const [first, last] = [
    ['Dashboard', 'E-Invoices'],
    ['My Team', 'Support'],
  ]
  expect(await menuOf('aminah')).toEqual([
    ...[...first, 'Create', 'Customers', 'Saved Items', 'Reporting'],
    ...last,
  ])
  expect(await menuOf('bakri')).toEqual([...first, 'Approve', ...last])
  expect(await menuOf('gita')).toEqual([...first, 'Customers', 'Saved Items', 'Reporting', ...last])
})
