import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { ownProduct } from './own-product.ts'
import { fillSignIn } from './people.ts'

const { open } = startBrowser()
const { password, data_dir } = ownProduct()
const EMAIL = 'gita@lulus.example'
const ANOTHER = 'Gunung-Ledang-1276-m'

/** The links that were mailed, the first one first. */
const mailedLinks = async (): Promise<string[]> => {
  const folder = join(data_dir, 'mail')
  const names = (await readdir(folder).catch(() => [])).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.flatMap((mail) => /\/reset-password\/[\w-]{43}/.exec(mail.replaceAll('=\r\n', ''))?.[0] ?? [])
}

const askForLink = async (page: Page) => {
  const before = (await mailedLinks()).length
  await page.goto('/log-in')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Password reset email sent. Please check your inbox.').waitFor()
  await expect.poll(async () => (await mailedLinks()).length, { timeout: 60_000 }).toBe(before + 1)
  return (await mailedLinks()).at(-1) ?? ''
}

const choose = async (page: Page, first: string, second = first) => {
  await page.getByLabel(/^New password(?!,)/).fill(first)
  await page.getByLabel(/^New password, once more/).fill(second)
  await page.getByRole('button', { name: 'Set the new password' }).click()
}

test('somebody who forgot the password gets a link by mail, which works once', async () => {
  const page = await open()
  const link = await askForLink(page)
  await page.goto(link)
  await choose(page, ANOTHER, `${ANOTHER}!`)
  await page.getByText('The two passwords are not the same.').waitFor()
  await choose(page, 'short')
  await page.getByText('Please use at least 12 characters.').waitFor()
  await choose(page, ANOTHER)
  await page.getByText('Your password was changed. You can log in with it now.').waitFor()
  await fillSignIn(page, EMAIL, ANOTHER)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  const later = await open()
  await later.goto(link)
  await later.getByText('This link was used already.').waitFor()
  // The other tests sign in with the password of the demo.
  await later.goto(await askForLink(later))
  await choose(later, password)
  await fillSignIn(later, EMAIL, password)
  await later.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
