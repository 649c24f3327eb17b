import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

const TITLE = 'LHDN is closed for maintenance on Saturday'

test('what a superadmin writes stands on the dashboard until it is dismissed', async () => {
  const admin = await open()
  await signIn(admin, 'devi', '/admin/broadcast-messages')
  await admin.getByRole('button', { name: 'New Message' }).click()
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

  const row = admin.getByRole('row', { name: TITLE })
  await row.getByText('Documents are sent by themselves afterwards. Nothi…').waitFor()
  await row.getByRole('button', { name: `Deactivate ${TITLE}` }).click()
  await admin.getByText('Status updated successfully!').waitFor()
  await row.getByText('Inactive').waitFor()
  await page.reload()
  await page.getByText('LHDN Submission').first().waitFor()
  expect(await message.count()).toBe(0)
})
