/** What people meet beside the screens as they first are, each reached as they reach it; shown once it has come. */
import type { Locator, Page } from 'playwright-core'
import { vi } from 'vitest'
import { changeLook, PHONE } from './chromium.ts'
import { submitInvoice } from './documents.ts'
import { openMore } from './form.ts'
import { callAs } from './people.ts'

type Made = Record<'pending' | 'valid' | 'rejected', { number: string; uuid: string }>

export type State = {
  /** In English, at the desk. */
  reach: (page: Page, made: Made) => Promise<unknown>
  /** What is pressed then. */
  press?: (page: Page, made: Made) => Locator
  /** What there is then, in whatever language. */
  shown?: string
}

/** Whatever lies above the page. */
export const OPENED = '[role=dialog]:visible, [role=menu]:visible'

const VERDICT = { timeout: 30_000 }

/** One document that waits, one that is valid, one that came back. */
export const makeDocuments = async (): Promise<Made> => {
  const bakri = await callAs('bakri')
  const make = () => submitInvoice('aminah', { store: 'KUL01', buyer: 'Seri Jaya' })
  const [pending, valid, rejected] = [await make(), await make(), await make()]
  const decide = ({ uuid }: { uuid: string }, body: object) =>
    bakri.post(`/api/v1/integration/approve-invoice/${uuid}/`, body)
  await decide(rejected, { status: 'Rejected', rejection_reason: 'The order was for four points.' })
  await decide(valid, { status: 'Approved' })
  const status = async () => {
    const answer = await bakri.get(`/api/v1/invoices/${valid.uuid}/`)
    return ((await answer.json()) as { status: string }).status
  }
  await vi.waitUntil(async () => (await status()) === 'Validated', VERDICT)
  return { pending, valid, rejected }
}

const show = async (page: Page, path: string, words: string) => {
  await page.goto(path)
  await page.getByRole('main').getByText(words).first().waitFor()
}

const showList = async (page: Page) => {
  await page.goto('/dashboard/invoices')
  await page.locator('[data-row]').first().waitFor()
}

const showPending = async (page: Page, { pending }: Made) => {
  await page.goto(`/dashboard/invoices/approval?invoice_number=${pending.number}`)
  await page.getByRole('button', { name: `Approve ${pending.number}` }).waitFor()
}

const showQuickview = async (page: Page, uuid: string) => {
  await page.goto(`/dashboard/invoices?open=${uuid}`)
  await page.getByRole('dialog').getByText('Created by').waitFor()
}

export const STATES: Readonly<Record<string, State>> = {
  dashboard: { reach: (page) => show(page, '/dashboard', 'LHDN Submission') },
  'dashboard, graphs': { reach: (page) => show(page, '/dashboard?tab=graphs', 'Top 5 Customers (YTD)') },
  'list with filters': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices?buyer_name=Seri')
      await page.getByRole('button', { name: 'Show Filters' }).click()
      await page.getByRole('button', { name: 'More filters' }).click()
      await page.getByRole('textbox', { name: 'Contract Number' }).waitFor()
    },
  },
  'the choice of columns': {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^Columns/ }),
  },
  quickview: { reach: (page, { pending }) => showQuickview(page, pending.uuid) },
  'quickview of a valid document': {
    reach: async (page, { valid }) => {
      await showQuickview(page, valid.uuid)
      await page.getByRole('dialog').getByRole('link', { name: 'LHDN QR code' }).waitFor()
      await page.getByRole('dialog').getByText('Technical details').click()
    },
  },
  'a cancellation': {
    reach: (page, { valid }) => showQuickview(page, valid.uuid),
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }),
  },
  'a correction': {
    reach: async (page, { valid }) => {
      await page.goto(`/dashboard/invoices/create?correct=${valid.uuid}`)
      await page.getByRole('heading', { level: 1, name: `Correct ${valid.number}` }).waitFor()
    },
  },
  'the preview of an approver': {
    reach: async (page, made) => {
      await showPending(page, made)
      await page.getByRole('button', { name: `Preview ${made.pending.number}` }).click()
      await page.getByRole('dialog').getByText('Total payable').waitFor()
    },
  },
  'an approval': {
    reach: showPending,
    press: (page, { pending }) => page.getByRole('button', { name: `Approve ${pending.number}` }),
  },
  'a rejection': {
    reach: showPending,
    press: (page, { pending }) => page.getByRole('button', { name: `Reject ${pending.number}` }),
  },
  'the approval of many': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/approval')
      const boxes = page.locator('tbody').getByRole('checkbox', { disabled: false })
      for (const at of [0, 1]) await boxes.nth(at).check()
    },
    press: (page) => page.getByRole('button', { name: 'Bulk Approve (2)' }),
  },
  'an upload and what became of it': {
    reach: async (page) => {
      await page.goto('/dashboard/create-document')
      await page.locator('input[type=file]').setInputFiles({
        name: 'broken.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('invoice_number,unit_price\nAXE-1,twelve\n'),
      })
      await page.getByRole('button', { name: 'Upload CSV' }).click()
      await page.getByRole('dialog').getByText('row 2, unit_price').waitFor()
    },
  },
  'the page of uploads': { reach: (page) => show(page, '/dashboard/invoices/upload', 'Response') },
  'document form': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await openMore(page)
      await page.getByRole('button', { name: 'More fields of line 1' }).click()
      await page.getByRole('textbox', { name: 'Product Tariff Code, line 1' }).waitFor()
    },
  },
  'document form with errors': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await page.getByRole('button', { name: 'Request Approval' }).waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Request Approval' }),
    shown: 'main h2:focus, main section:focus h2',
  },
  'a company': {
    reach: async (page) => {
      await page.goto('/admin/entity-management')
      await page.getByRole('link', { name: 'Kinabalu Trading Sdn Bhd' }).click()
      await page.getByRole('button', { name: 'Upload certificate' }).waitFor()
    },
  },
  'the credentials of a company': {
    reach: async (page) => {
      await page.goto('/admin/entity-management')
      await page.getByRole('link', { name: 'Selat Foods Sdn Bhd' }).click()
      await page.getByRole('button', { name: 'credentials for Preprod' }).waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'credentials for Preprod' }),
  },
  'the menu of a phone': {
    reach: async (page) => {
      await showList(page)
      await changeLook(page, { width: PHONE })
    },
    press: (page) => page.getByRole('button', { name: 'Menu', exact: true }),
  },
  palette: { reach: showList, press: (page) => page.getByRole('button', { name: 'Search and go to' }) },
  notices: {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^Notifications: / }),
  },
  'the last errors': {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^Recent errors: / }),
  },
  'unknown address': { reach: (page) => show(page, '/dashboard/nowhere', 'Page not found') },
}
