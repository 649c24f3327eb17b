/** User management: from the first mail to the last click. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { callAs, fillSignIn, linksTo, signIn } from './people.ts'

const { open } = startBrowser()
const EMAIL = 'nurul@lulus.example'
const PASSWORD = 'Gunung-Ledang-1276-m'
const NOTHING = { group_ids: [], sender_entity_ids: [], store_code_ids: [] }

test('somebody is added, chooses a password by the mailed link, works, and is out once deactivated', async () => {
  const admin = await open()
  await signIn(admin, 'devi', '/admin/user-management')
  await admin.getByRole('button', { name: 'New User' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Username' }).fill('aminah')
  await form.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await form.getByRole('textbox', { name: 'First Name' }).fill('Nurul')
  await form.getByRole('textbox', { name: 'Last Name' }).fill('Huda')
  for (const [field, option] of [
    ['Groups', 'Makers'],
    ['Companies', 'Kinabalu Trading Sdn Bhd'],
    ['Departments', 'KUL01 · Kuala Lumpur'],
  ] as const) {
    await form.getByRole('combobox', { name: field }).click()
    await admin.getByRole('listbox', { name: field }).getByRole('option', { name: option }).click()
    await admin.keyboard.press('Tab')
  }
  await form.getByRole('button', { name: 'Save' }).click()
  // What is wrong stands at its field, and nothing that was typed is lost.
  await form.getByText('Somebody has this username already.').waitFor()
  await form.getByRole('textbox', { name: 'Username' }).fill('nurul')
  await form.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('User added.').waitFor()
  await admin
    .getByRole('row', { name: /Nurul Huda/ })
    .getByText('Invited')
    .waitFor()

  await expect.poll(async () => (await linksTo(EMAIL)).length, { timeout: 60_000 }).toBe(1)
  const person = await open()
  await person.goto((await linksTo(EMAIL))[0] ?? '')
  await person.getByLabel(/^New password(?!,)/).fill(PASSWORD)
  await person.getByLabel(/^New password, once more/).fill(PASSWORD)
  await person.getByRole('button', { name: 'Set the new password' }).click()
  await person.getByText('You can log in with it now.').waitFor()
  await fillSignIn(person, EMAIL, PASSWORD)
  await person.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const menu = person.getByRole('navigation', { name: 'Main menu' })
  const seen = await menu.getByRole('link').allTextContents()

  // What the administrator is told about the person is what the person sees.
  await admin.reload()
  await admin.getByRole('button', { name: 'Nurul Huda', exact: true }).click()
  const panel = admin.getByRole('dialog')
  await panel.getByText(seen.map((label) => label.trim()).join(', '), { exact: true }).waitFor()
  await panel.getByText('from Makers').first().waitFor()
  // In the words in which the group offers it.
  await panel.getByText('See documents', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Deactivate' }).click()
  const question = admin.getByRole('dialog', { name: 'Deactivate Nurul Huda?' })
  await question.getByText('All sessions of Nurul Huda end at once').waitFor()
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await admin.getByText('Nurul Huda was deactivated.').waitFor()
  await panel.getByRole('button', { name: 'Reactivate' }).waitFor()

  // The window notices by itself, without a click: its stream has ended with the session.
  await person.waitForURL('**/log-in**')
  await fillSignIn(person, EMAIL, PASSWORD)
  await person.getByText('Unable to log in with the provided credentials.').first().waitFor()
})

test('who belongs nowhere goes on, without a hand’s turn, once a department is given', async () => {
  const admin = await callAs('devi')
  const ask = async <T>(answer: Response): Promise<T> => {
    expect(answer.ok).toBe(true)
    return (await answer.json()) as T
  }
  const email = 'hasni@lulus.example'
  const named = { username: 'hasni', email, first_name: 'Hasni', last_name: 'Hamid', access_type: 'user' }
  const made = await ask<{ id: string; revision: number }>(
    await admin.post('/api/v1/users/', { origin: 'local', ...named, ...NOTHING }),
  )
  await expect.poll(async () => (await linksTo(email)).length, { timeout: 60_000 }).toBe(1)
  const person = await open()
  await person.goto((await linksTo(email))[0] ?? '')
  await person.getByLabel(/^New password(?!,)/).fill(PASSWORD)
  await person.getByLabel(/^New password, once more/).fill(PASSWORD)
  await person.getByRole('button', { name: 'Set the new password' }).click()
  await person.getByText('You can log in with it now.').waitFor()
  await fillSignIn(person, email, PASSWORD)
  const closed = person.getByRole('heading', { name: 'User Access Profile Missing' })
  await closed.waitFor()

  type Profile = {
    sender_entities: { id: string; name: string }[]
    store_code: { id: string; code: string }[]
  }
  const { sender_entities, store_code } = await ask<Profile>(await admin.get('/api/v1/user-profile/'))
  const given = {
    sender_entity_ids: sender_entities.flatMap(({ id, name }) => (name.startsWith('Kinabalu') ? [id] : [])),
    store_code_ids: store_code.flatMap(({ id, code }) => (code === 'KUL01' ? [id] : [])),
  }
  const { revision } = made
  await ask(await admin.patch(`/api/v1/users/${made.id}/`, { revision, ...given }))
  await closed.waitFor({ state: 'detached' })
  await person.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('whoever saves again after a conflict gives back nothing that a colleague took away', async () => {
  const [page, colleague] = [await open(), await callAs('farid')]
  const options = (await (await colleague.get('/api/v1/users/options/')).json()) as {
    groups: { id: string }[]
  }
  const { sender_entities } = (await (await colleague.get('/api/v1/user-profile/')).json()) as {
    sender_entities: { id: string }[]
  }
  const given = {
    group_ids: options.groups.slice(0, 1).map(({ id }) => id),
    sender_entity_ids: sender_entities.slice(0, 1).map(({ id }) => id),
  }
  const made = await colleague.post('/api/v1/users/', {
    ...{ username: 'laila', email: 'laila@lulus.example', first_name: 'Lalia', last_name: 'Osman' },
    ...{ origin: 'local', access_type: 'user', store_code_ids: [], ...given },
  })
  const { id, revision } = (await made.json()) as { id: string; revision: number }
  await signIn(page, 'devi', '/admin/user-management?search=laila')
  await page.getByRole('button', { name: /^Edit Lalia/ }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'First Name' }).fill('Laila')
  expect((await colleague.patch(`/api/v1/users/${id}/`, { ...NOTHING, revision })).status).toBe(200)

  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Somebody else changed this meanwhile.').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('User saved.').waitFor()
  expect(await (await colleague.get(`/api/v1/users/${id}/`)).json()).toMatchObject({
    ...{ first_name: 'Laila', groups: [], sender_entities: [] },
  })
})

test('the address of somebody invited, once corrected, gets the invitation, and the screen says so', async () => {
  const admin = await callAs('devi')
  const named = { username: 'rosli', email: 'rosil@lulus.example', first_name: 'Rosli', last_name: 'Din' }
  const rest = { origin: 'local', access_type: 'user', ...NOTHING }
  expect((await admin.post('/api/v1/users/', { ...named, ...rest })).status).toBe(201)
  const page = await open()
  await signIn(page, 'devi', '/admin/user-management?search=rosli')
  await page.getByRole('button', { name: /^Edit Rosli/ }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Email' }).fill('rosli@lulus.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('User saved. A link is on its way to rosli@lulus.example.').waitFor()
  await expect.poll(async () => (await linksTo('rosli@lulus.example')).length, { timeout: 60_000 }).toBe(1)
})

test('nobody is offered to shut themselves out', async () => {
  const admin = await open()
  await signIn(admin, 'devi', '/admin/user-management?search=devi')
  await admin.getByRole('button', { name: 'Devi Krishnan', exact: true }).click()
  const button = admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' })
  await button.waitFor()
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await admin.keyboard.press('Escape')
  await admin.waitForURL((url) => !url.searchParams.has('open'))
})

test('somebody of the directory is given a company, whatever the directory calls them', async () => {
  const admin = await open()
  // No directory is set up here: the list tells one account as if it were kept by one.
  const kept = { username: 'nurul huda', email: 'nurul@corp', kept_by_directory: true }
  await admin.route(
    (url) => url.pathname === '/api/v1/users/',
    async (route) => {
      const response = await route.fetch()
      const { results, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, results: [{ ...results[0], ...kept }] } })
    },
  )
  await signIn(admin, 'devi', '/admin/user-management?search=ezra')
  await admin.getByRole('button', { name: /^Edit Ezra/ }).click()
  const form = admin.getByRole('dialog')
  await form.getByText('The directory keeps the name').waitFor()
  expect(await form.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('nurul huda')
  await form.getByRole('combobox', { name: 'Companies' }).click()
  await admin
    .getByRole('listbox', { name: 'Companies' })
    .getByRole('option', { name: /^Selat/ })
    .click()
  await admin.keyboard.press('Tab')
  const sent = admin.waitForRequest((request) => request.method() === 'PATCH', { timeout: 10_000 })
  await form.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual(['revision', 'sender_entity_ids'])
  await admin.getByText('User saved.').waitFor()
})
