/** A company from its making to its being put out of use, by the screens alone. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { DESK, PHONE } from './chromium.ts'
import { expectAccessible } from './judging/axe.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

const PICTURE = join(import.meta.dirname, '../server/src/platform/picture/fixtures/glass.png')
const NAME = 'Ipoh Tin Works Sdn Bhd'
const TYPED = {
  Name: NAME,
  // Pasted, with what nobody sees.
  TIN: ' c25845632030\u200b',
  'Identity number': '201901012345',
  'Business description': 'Tin works',
  'Address line 1': '8 Jalan Sultan Idris Shah',
  City: 'Ipoh',
  Phone: '+6052541234',
  'Department code': 'IPH01',
  'Department name': 'Ipoh',
}

test('a company is added, gets a logo, is deactivated and activated again', async () => {
  const page = await open()
  await signIn(page, 'devi', '/admin/entity-management')
  await page.getByRole('button', { name: 'New Company' }).click()
  const panel = page.getByRole('dialog', { name: 'New Company' })
  for (const [label, text] of Object.entries(TYPED))
    await panel.getByRole('textbox', { name: label, exact: true }).fill(text)
  for (const [label, code] of [
    ['MSIC code', '24202'],
    ['State', 'Perak'],
  ] as const) {
    await panel.getByRole('combobox', { name: label }).fill(code)
    await page
      .getByRole('option', { name: new RegExp(code) })
      .first()
      .click()
  }
  await panel.getByRole('textbox', { name: 'Business description' }).fill('Tin works')
  await panel.getByText('TIN: written as C25845632030 (invisible characters removed').waitFor()
  await expectAccessible(page, 'a new company')
  await panel.getByRole('button', { name: 'Add company' }).click()
  await page.waitForURL(/\/admin\/entity-management\/[\w-]+$/)
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor()

  expect(await page.getByRole('textbox', { name: 'TIN', exact: true }).inputValue()).toBe('C25845632030')

  await page.getByText('No logo yet.').waitFor()
  // The logo is stored meanwhile, which changes nothing of what is being typed.
  const [city, save] = [page.getByLabel('City'), page.getByRole('button', { name: 'Save', exact: true })]
  await city.fill('Ipoh Baru')
  await page.locator('input[type=file][accept*=webp]').setInputFiles(PICTURE)
  const logo = page.getByRole('img', { name: `Logo of ${NAME}` })
  await logo.waitFor()
  expect(await logo.getAttribute('src')).toMatch(/^data:image\/(webp|png);base64,/)
  await save.click()
  await page.getByText('Company saved.').waitFor()
  expect(await city.inputValue()).toBe('Ipoh Baru')
  // Where it lies, something comes to be that says on hover why it cannot be used.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  for (const width of [DESK, PHONE]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `a company with a logo, ${width}`)
  }
  await page.setViewportSize({ width: DESK, height: 900 })
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByText('No logo yet.').waitFor()
  await city.fill('Ipoh Lama')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/entities/*/', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.fallback()
  })
  await save.click()
  await expect.poll(() => city.isDisabled()).toBe(true)
  held.resolve()
  await page.getByText('Nothing has been changed yet.').waitFor({ state: 'attached' })
  expect(await city.inputValue()).toBe('Ipoh Lama')

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const question = page.getByRole('dialog', { name: `Deactivate ${NAME}?` })
  await question.getByText('0 documents wait for approval').waitFor()
  await expectAccessible(page, 'the question')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Deactivated', { exact: true }).first().waitFor()

  await page.goto('/dashboard/customers')
  await page.getByRole('button', { name: 'New Customer' }).first().click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Company' }).click()
  await page.getByRole('option', { name: /Selat Foods/ }).waitFor()
  expect(await page.getByRole('option', { name: new RegExp(NAME) }).count()).toBe(0)

  await page.goto('/admin/entity-management')
  await page.getByRole('row', { name: new RegExp(`${NAME}.*Deactivated`) }).waitFor()
  await page.getByRole('link', { name: NAME }).click()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate' }).waitFor()
  // The other tests have two companies.
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Deactivated', { exact: true }).first().waitFor()
})

test('what was begun for one company does not go along to the next', async () => {
  const page = await open()
  const profile = await (await callAs('devi')).get('/api/v1/user-profile/')
  const { sender_entities } = (await profile.json()) as { sender_entities: { id: string; name: string }[] }
  const [one, other] = sender_entities
  await signIn(page, 'devi', `/admin/entity-management/${one?.id}`)
  const goTo = async (entity = one) => {
    await page.evaluate(`history.pushState({}, '', '/admin/entity-management/${entity?.id}')`)
    await page.getByRole('heading', { level: 1, name: entity?.name }).waitFor()
  }
  const file = page.locator('input[type=file][accept*=p12]')
  await file.waitFor({ state: 'attached' })
  // Both are known by then, so that nothing lies between them.
  await goTo(other)
  await file.waitFor({ state: 'attached' })
  await goTo(one)
  await file.setInputFiles({ name: 'first.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from('-') })
  await page.getByText('first.p12').waitFor()
  await goTo(other)
  await page.getByText('first.p12').waitFor({ state: 'detached' })
})
