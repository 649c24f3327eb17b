/** Who sits before the browser. Accounts of the demo company, all with the product's demo password. */
import type { Page } from 'playwright-core'
import { ownProduct } from './own-product.ts'

export type Person = 'aminah' | 'bakri' | 'chong' | 'devi' | 'ezra' | 'farid' | 'gita'

/** Signs in through the form and waits for the dashboard. */
export const signIn = async (page: Page, person: Person) => {
  await page.goto('/')
  await fillSignIn(page, `${person}@lulus.example`, ownProduct().password)
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

export const fillSignIn = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Signs in as a program does, for calls that no screen offers. */
export const callAs = async (person: Person) => {
  const { url, password } = ownProduct()
  const send = (method: string, path: string, token: string | null, body?: unknown) =>
    fetch(new URL(path, url), {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Token ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const account = { username: `${person}@lulus.example`, password, auth_type: 'django' }
  const answer = await send('POST', '/api/v1/auth/login/', null, account)
  if (!answer.ok) throw new Error(`${person} cannot sign in: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  return {
    get: (path: string) => send('GET', path, token),
    post: (path: string, body: unknown) => send('POST', path, token, body),
    put: (path: string, body: unknown) => send('PUT', path, token, body),
    upload: (path: string, file: File) => {
      const body = new FormData()
      body.append('file', file)
      return fetch(new URL(path, url), { method: 'POST', headers: { authorization: `Token ${token}` }, body })
    },
  }
}
