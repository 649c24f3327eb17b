/** Addresses that lead nowhere, or where somebody may not go: what is told there helps. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

test('who lacks the permission to approve is told which one, and not to try again', async () => {
  const page = await open()
  await signIn(page, 'gita')
  await page.goto('/dashboard/invoices/approval')
  await page.getByText('You need the permission can_approve_invoice.').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  expect(await page.getByText('Error fetching pending invoices!').count()).toBe(0)
})

test('where to write for help stands at the sign-in and at the foot of the screens', async () => {
  const { put } = await callAs('devi')
  await put('/api/v1/configuration/settings/support.email/', { value: 'help@lulus.example' })
  const page = await open()
  await page.goto('/')
  const address = page.getByRole('link', { name: 'help@lulus.example' })
  await address.waitFor()
  expect(await address.getAttribute('href')).toBe('mailto:help@lulus.example')
  await signIn(page, 'gita')
  await address.waitFor()
})
