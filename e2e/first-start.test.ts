/** An installation without the demo company: from the link on the console to the first invoice, by screens alone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordOf, startSlapd } from '../server/src/directory/fixtures/slapd.ts'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { choose, fill, fillLines, requestApproval } from './form.ts'
import { expectAccessible } from './judging/axe.ts'
import { approve } from './path.ts'
import { fillSignIn, linksTo } from './people.ts'
import { startProduct } from './product.ts'

const { open } = startBrowser()
const EMAIL = 'nurul@rimba.example'
const PASSWORD = 'Gunung-Tahan-2187-m'
const COMPANY = 'Rimba Furniture Sdn Bhd'

let product: Awaited<ReturnType<typeof startProduct>>
beforeAll(async () => {
  const { env } = await startSlapd([{ uid: 'orang', mail: 'orang@corp.example', cn: 'Orang' }])
  if (env.first_bind.as !== 'service') throw new Error('The directory is asked by a service account.')
  product = await startProduct({
    ...{ DEMO: 'off', DEMO_PASSWORD: '' },
    ...{
      LDAP_URL: env.url,
      LDAP_CA_FILE: env.ca_file ?? '',
      LDAP_BASE_DN: env.base_dn,
      LDAP_FILTER: env.filter,
    },
    ...{ LDAP_BIND_DN: env.first_bind.dn, LDAP_BIND_PASSWORD: env.first_bind.password },
  })
})
afterAll(() => product.stop())

const visit = () => open({}, product.url)

/** The path of the link; its address is the one that people use, which is not this test's. */
const printedLink = async (): Promise<string> => {
  const find = () => /\/set-up\/[\w-]{43}/.exec(product.said())?.[0]
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

const secret = async (page: Page, first: string, second = first) => {
  await page.getByLabel(/^New password(?!,)/).fill(first)
  await page.getByLabel(/^New password, once more/).fill(second)
}

const describeCompany = async (page: Page) => {
  await fill(page, 'Name', COMPANY)
  await fill(page, 'TIN', 'C25845632020')
  await fill(page, 'Identity number', '202001234567')
  await choose(page, 'MSIC code', '31009')
  await fill(page, 'Address line 1', '12 Jalan Tun Razak')
  await fill(page, 'City', 'Kuala Lumpur')
  await choose(page, 'State', 'Kuala Lumpur')
  await fill(page, 'Phone', '+60312345678')
}

const setUp = async (page: Page, link: string) => {
  await page.goto(link)
  await fill(page, 'First name', 'Nurul')
  await fill(page, 'Username', 'nurul')
  await fill(page, 'E-mail address', EMAIL)
  await secret(page, PASSWORD, 'something else')
  await describeCompany(page)
  await fill(page, 'Department code', 'KLG')
  await fill(page, 'Department name', 'Klang')
  const send = () => page.getByRole('button', { name: 'Set up', exact: true }).click()
  await send()
  await page.getByText('The two passwords are not the same.').waitFor()
  await secret(page, 'short')
  await send()
  await page.getByText('Please use at least 12 characters.').waitFor()
  await secret(page, PASSWORD)
  await send()
  await page.getByRole('heading', { level: 1, name: `${COMPANY} is set up` }).waitFor()
}

const addCustomer = async (page: Page) => {
  await page.goto('/dashboard/customers')
  await page.getByRole('button', { name: 'New Customer' }).first().click()
  await fill(page, 'Name', 'Kedai Buku Seri')
  await fill(page, 'TIN', 'C20935518040')
  await fill(page, 'Identity number', '200901034567')
  await fill(page, 'Address line 1', '3 Jalan Ipoh')
  await fill(page, 'Postcode', '51200')
  await fill(page, 'City', 'Kuala Lumpur')
  await choose(page, 'State', 'Kuala Lumpur')
  await fill(page, 'Phone', '+60 3-1234 5678')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Customer added.').waitFor()
}

const LINE = { classification: '022', unit: 'EA', unit_price: '120.00', tax_type: '06', quantity: '2' }

const enterInvoice = async (page: Page) => {
  await page.goto('/dashboard/invoices/create')
  await page.getByRole('heading', { level: 1, name: 'Add Invoice' }).waitFor()
  await choose(page, 'Invoice Type', '01')
  await choose(page, 'Department Code', 'KLG')
  await choose(page, 'Buyer', 'Seri', 'Kedai Buku Seri')
  await fillLines(page, [{ ...LINE, description: 'Bookshelf' }])
  return requestApproval(page)
}

/** Somebody of the directory may sign in, and meets a closed door. */
const expectStrangerSeesNothing = async (number: string) => {
  const page = await visit()
  await page.goto('/')
  await page.getByRole('checkbox', { name: /LDAP/, checked: true }).waitFor()
  await fillSignIn(page, 'orang', passwordOf('orang'))
  await page.getByRole('heading', { name: 'User Access Profile Missing' }).waitFor()
  const token = await page.evaluate<string>("localStorage.getItem('token')")
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, product.url), { headers: { authorization: `Token ${token}` } })
    const text = await answer.text()
    expect(text, path).not.toMatch(new RegExp(`rimba|Seri|nurul|${number}`, 'i'))
    return answer.status
  }
  expect(await ask('/api/v1/user-profile/')).toBe(200)
  for (const path of [
    'summary-invoices/',
    'customers/',
    'portal-items/list/',
    'invoices/pending/',
    'entities/',
  ]) {
    expect(await ask(`/api/v1/${path}`), path).toBe(403)
  }
}

/** Who comes from the choice of a password: the box can be ticked, and is not. */
const signInUnticked = async (page: Page, password: string) => {
  const box = { name: /LDAP/, checked: false, disabled: false }
  await page.getByRole('checkbox', box).waitFor()
  await fillSignIn(page, EMAIL, password)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Two people are needed: the superadmin gives the stranger the rights of an approver. */
const letApprove = async (admin: Page) => {
  await admin.goto('/admin/user-management')
  await admin.getByRole('button', { name: 'Edit Orang Binti Corp' }).click()
  const form = admin.getByRole('dialog')
  for (const [field, option] of [
    ['Groups', 'Approvers'],
    ['Companies', COMPANY],
    ['Departments', 'KLG · Klang'],
  ] as const) {
    await form.getByRole('combobox', { name: field }).click()
    await admin.getByRole('listbox', { name: field }).getByRole('option', { name: option }).click()
    await admin.keyboard.press('Tab')
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Where nobody else could decide, the question says how somebody will. */
const expectWaysOut = async (admin: Page) => {
  await admin.goto('/admin/permission-management?tab=departments')
  await admin.getByRole('button', { name: 'Add Department' }).first().click()
  const form = admin.getByRole('dialog', { name: 'Add Department' })
  await form.getByRole('textbox', { name: 'Code' }).fill('IPH')
  await form.getByRole('textbox', { name: 'Name' }).fill('Ipoh')
  await form.getByRole('button', { name: 'Review change' }).click()
  const question = admin.getByRole('dialog', { name: 'Add IPH?' })
  await question.getByText('there is no other superadmin who could').waitFor()
  const ways = question.getByRole('link')
  expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/admin/user-management',
    '/admin/app-configuration',
  ])
  await expectAccessible(admin, 'a change that nobody could decide')
}

test('a start without the demo company leads by one link to a company that issues invoices', async () => {
  const page = await visit()
  await page.goto('/set-up/guessed')
  await page.getByText('This set-up link does not work.').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)

  const link = await printedLink()
  for (const width of [DESK, PHONE]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(link)
    await page.getByRole('button', { name: 'Set up', exact: true }).waitFor()
    await expectAccessible(page, `/set-up, ${width}`)
  }
  await page.setViewportSize({ width: DESK, height: 900 })
  await setUp(page, link)
  await page.getByText('Make one more person an Admin').waitFor()
  const second = await visit()
  await second.goto(link)
  await second.getByText('This set-up link does not work.').waitFor()

  await page.getByRole('link', { name: 'Go to the sign-in' }).click()
  await signInUnticked(page, PASSWORD)
  expect(await page.locator('body').textContent()).not.toMatch(/demo|kinabalu/i)
  await addCustomer(page)
  const { number } = await enterInvoice(page)
  await page.goto('/dashboard/invoices?tab=Pending')
  await page.getByText(number).first().waitFor()

  await expectStrangerSeesNothing(number)

  await expectWaysOut(page)
  await letApprove(page)
  const colleague = await visit()
  await colleague.goto('/')
  await colleague.getByRole('checkbox', { name: /LDAP/, checked: true }).waitFor()
  await fillSignIn(colleague, 'orang', passwordOf('orang'))
  await colleague.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await approve(colleague, number)
  await page.goto(`/dashboard/invoices?invoice_number=${number}`)
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('row').filter({ hasText: number }).first().waitFor()
        return page.getByRole('row').filter({ hasText: number }).getByText('Validated').count()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)
})

const CHOSEN = 'Gunung-Ledang-1276-m'

test('whoever chose a password by a mailed link is led to a sign-in that takes it, beside a directory', async () => {
  const page = await visit()
  await page.goto('/log-in')
  await page.getByText('Untick it if you chose your password here, by a link in a mail.').waitFor()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const mailed = () => linksTo(EMAIL, product)
  await expect.poll(async () => (await mailed()).length, { timeout: 60_000 }).toBe(1)
  await page.goto((await mailed())[0] ?? '')
  await secret(page, CHOSEN)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await signInUnticked(page, CHOSEN)
})
