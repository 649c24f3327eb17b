/** Addresses that lead nowhere, or where somebody may not go: what is told there helps. */
import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { startBrowser } from './browser.ts'
import { signIn } from './people.ts'

const { open } = startBrowser()

test('a page past the end says so and offers the last one, in every list', async () => {
  const page = await open()
  await signIn(page, 'devi')
  for (const list of ['/dashboard/invoices', '/dashboard/invoices/approval', '/dashboard/create-document']) {
    await page.goto(`${list}?page=999`)
    await page.getByText('There is no page 999.').waitFor()
    expect(await page.getByText(/of \d+ documents/i).count(), list).toBe(0)
    await expectAccessible(page, `past the end of ${list}`)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await page.waitForURL((url) => url.searchParams.get('page') !== '999')
    await page.getByText(/of \d+ documents/i).waitFor()
    await page.getByRole('row').nth(1).waitFor()
  }
})

test('who lacks the permission to approve is told which one, and not to try again', async () => {
  const page = await open()
  await signIn(page, 'gita')
  await page.goto('/dashboard/invoices/approval')
  await page.getByText('You need the permission can_approve_invoice.').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  expect(await page.getByText('Error fetching pending invoices!').count()).toBe(0)
})

test('where to write for help stands at the sign-in and at the foot of the screens', async () => {
  const page = await open()
  await page.goto('/')
  const address = page.getByRole('link', { name: 'it-support@lulus.example' })
  await address.waitFor()
  expect(await address.getAttribute('href')).toBe('mailto:it-support@lulus.example')
  await signIn(page, 'gita')
  await address.waitFor()
})
