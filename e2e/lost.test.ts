/** Addresses that lead nowhere, or where somebody may not go: what is told there helps. */
import { expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { LAPTOP } from './chromium.ts'
import { callAs, signIn } from './people.ts'

const { open } = startBrowser()

test('who lacks the permission to approve is told which one, and not to try again', async () => {
  const page = await open()
  await signIn(page, 'gita', '/dashboard/invoices/approval')
  await page.getByText('You need the permission can_approve_invoice.').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  expect(await page.getByText('Error fetching pending invoices!').count()).toBe(0)
})

const NONE = '0197a000-0000-7000-8000-000000000000'
const NOWHERE = [
  ['/dashboard/invoices/upload/:id', 'The upload could not be loaded.', 'Muat naik tidak dapat dimuatkan.'],
  [
    '/dashboard/invoices/create?correct=:id',
    'The document could not be loaded.',
    'Dokumen tidak dapat dimuatkan.',
  ],
  [
    '/dashboard/invoices/create?copy=:id',
    'The document could not be loaded.',
    'Dokumen tidak dapat dimuatkan.',
  ],
  [
    '/dashboard/invoices/create?from=:id&type=02',
    'The document could not be loaded.',
    'Dokumen tidak dapat dimuatkan.',
  ],
  ['/dashboard/invoices/edit/:id', 'The document could not be loaded.', 'Dokumen tidak dapat dimuatkan.'],
  [
    '/dashboard/invoices/edit/:id?isTemplate=true',
    'The template could not be loaded.',
    'Templat tidak dapat dimuatkan.',
  ],
  ['/dashboard/invoices?open=:id', 'The document could not be loaded.', 'Dokumen tidak dapat dimuatkan.'],
  ['/admin/entity-management/:id', 'The company could not be loaded.', 'Syarikat tidak dapat dimuatkan.'],
  ['/admin/webhooks/:id', 'The webhook could not be loaded.', 'Webhook tidak dapat dimuatkan.'],
  ['/data-mapping/:id', 'There is nothing at this address.', 'Tiada apa-apa di alamat ini.'],
] as const

test('what an address names that is not there is said not to be there, in both languages', async () => {
  const page = await open({ width: LAPTOP })
  await signIn(page, 'devi')
  for (const [at, ...words] of NOWHERE) {
    for (const [language, id] of [
      ['en', 'nonsense'],
      ['ms', NONE],
    ] as const) {
      await page.evaluate(`localStorage.setItem('language', '${language}')`)
      await page.goto(at.replace(':id', id))
      await page.getByText(words[language === 'en' ? 0 : 1]).waitFor()
      // Once more would be no better, and an empty form is not what was asked for.
      expect(await page.getByRole('button', { name: /^(?:Retry|Cuba semula)$/ }).count(), at).toBe(0)
      expect(
        await page.getByRole('heading', { name: /^(?:Document Header|Pengepala Dokumen)$/ }).count(),
      ).toBe(0)
      expect(await page.getByRole('alert').count(), `toasts on ${at}`).toBe(0)
    }
  }
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
