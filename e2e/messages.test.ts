import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { ownProduct } from './own-product.ts'
import { fillSignIn, signIn } from './people.ts'

const { open } = startBrowser()

const TITLE = 'LHDN is closed for maintenance on Saturday'

test('what a superadmin writes stands on the dashboard until it is dismissed', async () => {
  const admin = await open()
  await signIn(admin, 'devi', '/admin/broadcast-messages')
  await admin.getByRole('button', { name: 'New Message' }).first().click()
  const form = admin.getByRole('dialog', { name: 'New Message' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Please enter the title.').waitFor()
  await form.getByRole('textbox', { name: 'Title' }).fill(TITLE)
  await form
    .getByRole('textbox', { name: 'Content' })
    .fill('Documents are sent by themselves afterwards.\nNothing needs to be done.')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Broadcast message created successfully!').waitFor()
  await form.waitFor({ state: 'detached' })

  const page = await open()
  await signIn(page, 'aminah')
  const message = page.getByRole('dialog', { name: TITLE })
  await message.getByText('Nothing needs to be done.').waitFor()
  await message.getByRole('button', { name: 'Next' }).click()
  await message.waitFor({ state: 'detached' })
  await page.reload()
  await message.getByRole('button', { name: 'Do Not Show This Again' }).click()
  await message.waitFor({ state: 'detached' })

  // The next person in the same tab has read nothing yet, and nothing of theirs went wrong.
  const next = await open()
  await signIn(next, 'ezra')
  const theirs = next.getByRole('dialog', { name: TITLE })
  await next.route('**/dismiss/', (route) => route.fulfill({ status: 500, json: {} }))
  await theirs.getByRole('button', { name: 'Do Not Show This Again' }).click()
  await next.getByRole('button', { name: 'Recent errors: 1' }).waitFor()
  await theirs.getByRole('button', { name: 'Next' }).click()
  await next.getByRole('button', { name: 'Logout' }).click()
  await fillSignIn(next, 'bakri@lulus.example', ownProduct().password)
  await theirs.waitFor()
  await next.getByRole('button', { name: 'Recent errors: 0' }).waitFor()

  const row = admin.getByRole('row', { name: TITLE })
  await row.getByText('Documents are sent by themselves afterwards. Nothi…').waitFor()
  await row.getByRole('button', { name: `Deactivate ${TITLE}` }).click()
  await admin.getByText('Status updated successfully!').waitFor()
  await row.getByText('Inactive').waitFor()
  await page.reload()
  await page.getByText('LHDN Submission').first().waitFor()
  expect(await message.count()).toBe(0)
})
