/** Documents: their list, one of them, approving, uploading and the form. */
import type { Page } from 'playwright-core'
import { fill, openMore } from '../form.ts'
import { alter, button, inDialog, type Made, type States, show } from './state.ts'

export const showList = async (page: Page) => {
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

/** The quickview of a document that stands otherwise than it does. */
const showAltered = async (page: Page, uuid: string, change: object) => {
  await alter(page, `/api/v1/invoices/${uuid}/`, (document: object) => ({ ...document, ...change }))
  await showQuickview(page, uuid)
}

const yes = { ok: true, why: '' }
/** Nothing may be done with it but this. */
const only = (...may: string[]) => {
  const acts = ['edit', 'approve', 'reject', 'withdraw', 'fetch_updates', 'get_pdf', 'cancel', 'correct']
  const all = [...acts, 'retry', 'hold', 'release', 'settle']
  return {
    may: Object.fromEntries(all.map((act) => [act, may.includes(act) ? yes : { ok: false, why: '' }])),
  }
}

/** The form of a document that came back, and what is answered when it is sent. */
const answerSubmission = async (page: Page, { rejected }: Made, status: number, json: object) => {
  await page.route('**/submit-json/', (route) => route.fulfill({ status, json }))
  await page.goto(`/dashboard/invoices/edit/${rejected.uuid}`)
  await button(page, 'Request Approval').waitFor()
}

const reply = { status: 'Success', Invoice_Numbers: [], UUIDs: [], errors: [] }

export const DOCUMENT_STATES: States = {
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
  'the details of a submission': {
    reach: showList,
    press: (page) => page.getByRole('button', { name: /^(?:Validated|Invalid)$/ }).first(),
  },
  'a document whose rejection the buyer asked for': {
    reach: (page, { valid }) =>
      showAltered(page, valid.uuid, {
        reject_request: {
          at: new Date().toISOString(),
          reason: 'The goods came back on Monday.',
          deadline: new Date(Date.now() + 86_400_000).toISOString(),
        },
      }),
  },
  'a cancellation, asked once more': {
    reach: async (page, { valid }) => {
      await showQuickview(page, valid.uuid)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('textbox', { name: 'Reason for cancelling' }).fill('The stall was not built.')
    },
    press: (page) => inDialog(page, 'Continue'),
    shown: '[role=dialog] p:has-text("The stall was not built.")',
  },
  'a hold': {
    reach: (page, { pending }) => showAltered(page, pending.uuid, { status: 'Approved', ...only('hold') }),
    press: (page) => inDialog(page, 'Hold'),
    shown: '[role=dialog] textarea',
  },
  'a lost answer, decided': {
    reach: (page, { pending }) =>
      showAltered(page, pending.uuid, { status: 'Outcome Unknown', ...only('settle') }),
    press: (page) => inDialog(page, 'Decide'),
    shown: '[role=dialog] [role=radiogroup]',
  },
  'a document, taken back': {
    reach: async (page) => {
      const mine = (answer: { results: object[] }) => ({
        ...answer,
        results: answer.results.map((row) => ({ ...row, may_withdraw: yes })),
      })
      await alter(page, '/api/v1/summary-invoices/ui_invoices/', mine)
      await page.goto('/dashboard/create-document')
      await button(page, /^Cancel M-/)
        .first()
        .waitFor()
    },
    press: (page) => button(page, /^Cancel M-/).first(),
  },
  'a template, deleted': {
    reach: (page) => show(page, '/dashboard/create-document', 'Office starter set'),
    press: (page) => button(page, 'Delete template Office starter set'),
  },
  'the approval of all that match': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/approval?page_size=5')
      await page.getByRole('checkbox', { name: /^Select the \d+ documents/ }).check()
    },
    press: (page) => button(page, /^Approve all \d+ that match$/),
  },
  'what came of an approval of many': {
    reach: async (page, { pending }) => {
      const run = {
        ...{ id: crypto.randomUUID(), state: 'released', total: 12, approved: 11, refused: 1, undone: 0 },
        ...{ sums: [], created_at: new Date().toISOString(), release_at: null, undo_ms: 0 },
        refusals: [
          {
            ...{ uuid: pending.uuid, invoice_number: pending.number, code: 'changed_meanwhile' },
            why: 'The document was changed since you opened it. Look at it again.',
          },
        ],
      }
      await alter(page, '/api/v1/approvals/latest/', () => ({ runs: [run] }))
      await page.goto('/dashboard/invoices/approval')
      await page.getByRole('region', { name: 'Approval of many' }).waitFor()
    },
  },
  'a form that offers the current data of its customer': {
    reach: async (page, { rejected }) => {
      const change = {
        tin_no: 'C20830570210',
        email: '',
        address1: 'Menara Kenanga, Tingkat 12, Jalan Sultan Ismail',
      }
      await alter(page, '/api/v1/customers-list/', (rows: object[]) =>
        rows.map((row) => ({ ...row, ...change })),
      )
      await page.goto(`/dashboard/invoices/edit/${rejected.uuid}`)
      await button(page, 'Take over the customer’s current data').waitFor()
    },
  },
  'the preview of the form': {
    reach: async (page, { rejected }) => {
      await page.goto(`/dashboard/invoices/edit/${rejected.uuid}`)
      await button(page, 'Preview').waitFor()
    },
    press: (page) => button(page, 'Preview'),
    shown: '[role=dialog] iframe',
  },
  'a template, saved': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await button(page, 'Save as Template').waitFor()
    },
    press: (page) => button(page, 'Save as Template'),
  },
  'a document that was stored': {
    reach: (page, made) =>
      answerSubmission(page, made, 200, {
        ...reply,
        ...{ Invoice_Numbers: [made.rejected.number], UUIDs: [made.rejected.uuid] },
        warnings: [
          {
            invoice_number: made.rejected.number,
            field: 'payment_due_date',
            message: 'The due date is before the invoice date.',
          },
        ],
      }),
    press: (page) => button(page, 'Request Approval'),
    window: 'own',
  },
  'a document that was refused': {
    reach: (page, made) =>
      answerSubmission(page, made, 400, {
        ...reply,
        status: 'Error',
        errors: [
          {
            invoice_number: made.rejected.number,
            errors: [
              {
                type: 'validation',
                invoice_number: made.rejected.number,
                details: { 'customer.tin_no': ['This is no valid TIN.'] },
              },
            ],
          },
        ],
      }),
    press: (page) => button(page, 'Request Approval'),
    window: 'own',
  },
  'a draft that was left': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await fill(page, 'Unit Price, line 1', '120')
      await page.keyboard.press('Tab')
      await page.goto('/dashboard/invoices')
      await page.goto('/dashboard/invoices/create')
      await button(page, 'Continue with the draft').waitFor()
    },
    window: 'own',
  },
  'an open choice': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await button(page, 'Request Approval').waitFor()
    },
    press: (page) => page.getByRole('combobox', { name: 'Invoice Type' }),
    shown: '[role=listbox]:visible',
  },
  'an open calendar': {
    reach: async (page) => {
      await page.goto('/dashboard/invoices/create')
      await button(page, 'Request Approval').waitFor()
    },
    press: (page) => button(page, 'Open the calendar').first(),
    shown: '[role=dialog] table',
  },
  'an upload that was checked': {
    reach: async (page, { checked }) => {
      await page.goto(`/dashboard/invoices/upload/${checked}`)
      await button(page, /^Show the rows/)
        .first()
        .waitFor()
    },
  },
  'an upload, stored': {
    reach: async (page, { checked }) => {
      await page.goto(`/dashboard/invoices/upload/${checked}`)
      await button(page, /^Store \d+ documents$/).waitFor()
    },
    press: (page) => button(page, /^Store \d+ documents$/),
  },
  'an upload, given up': {
    reach: async (page, { checked }) => {
      await page.goto(`/dashboard/invoices/upload/${checked}`)
      await button(page, 'Cancel the upload').waitFor()
    },
    press: (page) => button(page, 'Cancel the upload'),
  },
}
