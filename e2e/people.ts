/** Who sits before the browser. Accounts of the demo company, all with the product's demo password. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ownProduct } from './own-product.ts'
import { tokenOf } from './token.ts'

export type Person = 'aminah' | 'bakri' | 'chong' | 'devi' | 'ezra' | 'farid' | 'gita'

/** Signs in through the form and waits for the dashboard. */
export const signInByForm = async (page: Page, person: Person) => {
  await page.goto('/')
  await fillSignIn(page, `${person}@lulus.example`, ownProduct().password)
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** A file of the product: it has the local storage of its screens, and costs none of them. */
const NO_SCREEN = '/mark.svg'

/** Is signed in, and where it is said: as after the form, which has tests of its own and takes twice as long. */
export const signIn = async (page: Page, person: Person, at = '/dashboard') => {
  const token = await tokenOf(person, ownProduct())
  await page.goto(NO_SCREEN)
  await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`)
  await page.goto(at)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

export const fillSignIn = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The links for a password that this address was mailed, the first one first. */
export const linksTo = async (email: string, { data_dir } = ownProduct()): Promise<string[]> => {
  const folder = join(data_dir, 'mail')
  const names = (await readdir(folder).catch(() => [])).toSorted()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails
    .filter((mail) => mail.includes(email))
    .flatMap((mail) => /\/reset-password\/[\w-]{43}/.exec(mail.replaceAll('=\r\n', ''))?.[0] ?? [])
}

/** For calls that no screen offers. */
export const callAs = async (person: Person, product = ownProduct()) => {
  const { url } = product
  const token = await tokenOf(person, product)
  const send = (method: string, path: string, body?: unknown) =>
    fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    remove: (path: string) => send('DELETE', path),
    upload: (path: string, file: File) => {
      const body = new FormData()
      body.append('file', file)
      return fetch(new URL(path, url), { method: 'POST', headers: { authorization: `Token ${token}` }, body })
    },
  }
}
