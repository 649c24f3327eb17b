import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectReadable } from './axe.ts'
import { startBrowser } from './browser.ts'
import { changeLook, DESK, PHONE } from './chromium.ts'
import { submitInvoice } from './documents.ts'
import { approve } from './path.ts'
import { signIn } from './people.ts'

const { open } = startBrowser({ close: 'file' })

let pending = ''
beforeAll(async () => {
  pending = (await submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })).number
})

/**
 * Each screen and each state that people meet, reached as they reach it; ready when what it shows has come. The lists
 * themselves have `lists.test.ts`.
 */
const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  dashboard: (page) => show(page, '/dashboard', 'LHDN Submission'),
  'dashboard, graphs': (page) => show(page, '/dashboard?tab=graphs', 'Top 5 Customers (YTD)'),
  'list with filters': async (page) => {
    await page.goto('/dashboard/invoices?buyer_name=Seri')
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await page.getByRole('textbox', { name: 'Buyer Name' }).waitFor()
  },
  quickview: async (page) => {
    await page.goto(`/dashboard/invoices?invoice_number=${pending}`)
    await page.getByRole('button', { name: pending }).first().click()
    await page.getByRole('dialog').getByText('Created by').waitFor()
  },
  'the preview of an approver': async (page) => {
    await page.goto(`/dashboard/invoices/approval?invoice_number=${pending}`)
    await page.getByRole('button', { name: `Preview ${pending}` }).click()
    await page.getByRole('dialog').getByText('Total payable').waitFor()
  },
  'an approval': async (page) => {
    await page.goto(`/dashboard/invoices/approval?invoice_number=${pending}`)
    await page.getByRole('button', { name: `Approve ${pending}` }).click()
    await page
      .getByRole('dialog')
      .getByText(/not reversible/)
      .waitFor()
  },
  'a rejection': async (page) => {
    await page.goto(`/dashboard/invoices/approval?invoice_number=${pending}`)
    await page.getByRole('button', { name: `Reject ${pending}` }).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
  },
  'an upload and what became of it': async (page) => {
    await page.goto('/dashboard/create-document')
    await page.locator('input[type=file]').setInputFiles({
      name: 'broken.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('invoice_number,unit_price\nAXE-1,twelve\n'),
    })
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    await page.getByRole('dialog').getByText('row 2, unit_price').waitFor()
  },
  'the page of uploads': (page) => show(page, '/dashboard/invoices/upload', 'Response'),
  'document form': async (page) => {
    await page.goto('/dashboard/invoices/create')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByRole('button', { name: 'More fields of line 1' }).click()
    await page.getByRole('textbox', { name: 'Discount Amount, line 1' }).waitFor()
  },
  'document form with errors': async (page) => {
    await page.goto('/dashboard/invoices/create')
    await page.getByRole('button', { name: 'Request Approval' }).click()
    await page.getByRole('heading', { name: /There (is|are) \d+ problem/ }).waitFor()
  },
  'a company': async (page) => {
    await page.goto('/admin/entity-management')
    await page.getByRole('link', { name: 'Kinabalu Trading Sdn Bhd' }).click()
    await page.getByRole('button', { name: 'Upload certificate' }).waitFor()
  },
  'unknown address': (page) => show(page, '/dashboard/nowhere', 'Page not found'),
}

const show = async (page: Page, path: string, words: string) => {
  await page.goto(path)
  await page.getByRole('main').getByText(words).first().waitFor()
}

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

  describe('behind it', () => {
    let page: Page
    beforeAll(async () => {
      page = await open({ width })
      await signIn(page, 'devi')
    })

    test.each(Object.entries(SCREENS))('%s can be used by everybody', async (screen, reach) => {
      await reach(page)
      await judge(page, screen, width)
    })
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

test('a validated document with its QR code can be used by everybody', async () => {
  const page = await open()
  await signIn(page, 'devi')
  await approve(page, pending)
  await page.goto(`/dashboard/invoices?invoice_number=${pending}`)
  await page.getByRole('button', { name: pending, exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Invoice Details' })
  await panel.getByRole('link', { name: 'LHDN QR code' }).waitFor()
  await expectAccessible(page, 'quickview of a validated document')
})
