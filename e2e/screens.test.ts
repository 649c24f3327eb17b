import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { changeLook, DESK, PHONE } from './chromium.ts'
import { expectAccessible, expectReadable } from './judging/axe.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

/** The layout is judged whole in the light, and in the dark what its colours decide. */
const judge = async (page: Page, where: string, width: number) => {
  await expectAccessible(page, `${where}, ${width} light`)
  await changeLook(page, { width, scheme: 'dark' })
  await expectReadable(page, `${where}, ${width} dark`)
  await changeLook(page, { width, scheme: 'light' })
}

describe.each([DESK, PHONE])('at %s px', (width) => {
  test('the sign-in can be used by everybody', async () => {
    const page = await open({ width })
    await page.goto('/')
    await page.getByText('No directory is connected to this installation.').waitFor()
    await judge(page, 'sign-in', width)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
    await judge(page, 'asking for a link', width)
    await page.goto('/reset-password/nonsense')
    await page.getByText('This link is not known.').waitFor()
    await judge(page, 'an unknown link', width)
  })
})

test('each screen has its own title and one main heading', async () => {
  const page = await open()
  await signIn(page, 'devi')
  const titles: string[] = []
  for (const path of [
    '/dashboard',
    '/dashboard/invoices',
    '/dashboard/invoices/approval',
    '/dashboard/create-document',
    '/dashboard/invoices/upload',
    '/dashboard/invoices/create',
    '/admin',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
    titles.push(await page.title())
  }
  expect(new Set(titles).size).toBe(titles.length)
})
