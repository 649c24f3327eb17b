/** The screens that are lists: `lists.test.ts` plays the same checks on each. A new list is one more entry. */
import type { Page } from 'playwright-core'

export type ListScreen = {
  /** Its address; `:name` in it, and in the call, is an id that is known once there are rows (`fill-lists.ts`). */
  at: string
  /** The path of the call that answers its rows. */
  call: string
  /** How many columns it has, that of the boxes included. */
  columns: number
  /** The first words of its empty state. */
  empty: string
  /** What its call answers when there is nothing, where that is no page of a list. */
  nothing?: object
  /** A filter that is a text: its name in the address, its label, the button that applies it. */
  filter?: { name: string; label: string; apply: string; nothing_found: string }
  /** A head to sort by, its name in the address, and how it stands where the list is usually sorted by it. */
  sort?: { head: string; by: string; usual?: 'descending' }
  /** Of several companies its last columns have to be scrolled to, at a desk too. */
  wide?: true
  /** Its page sizes; absent where all rows come at once. */
  page_sizes?: readonly number[]
  /** It is read on by Load More; it has no pages. */
  more?: true
  /** What it says when that does not come, where it is not what every log says. */
  failed?: string
  /** The control of a row that opens it, and what comes then. */
  opens?: { control: RegExp; shown: (page: Page) => Promise<void> }
}

const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor()

export const LIST_SCREENS: readonly ListScreen[] = [
  {
    at: '/dashboard/invoices',
    call: '/api/v1/summary-invoices/',
    columns: 14,
    empty: 'No documents here yet.',
    sort: { head: 'Receiver Name', by: 'customer.name' },
    page_sizes: [50, 100, 200],
    opens: { control: /^[A-Z]+-\w*\d$/, shown: dialog },
    filter: {
      name: 'buyer_name',
      label: 'Buyer Name',
      apply: 'Apply Filter',
      nothing_found: 'No document matches these filters.',
    },
  },
  {
    at: '/dashboard/invoices/approval',
    call: '/api/v1/invoices/pending/',
    columns: 10,
    empty: 'Nothing waits for approval.',
    sort: { head: 'Receiver', by: 'customer.name' },
    page_sizes: [5, 10, 20, 50],
    opens: { control: /^Preview [A-Z]+-\w*\d$/, shown: dialog },
    filter: {
      name: 'invoice_number',
      label: 'Invoice Number',
      apply: 'Apply',
      nothing_found: 'No pending document matches these filters.',
    },
  },
  {
    at: '/dashboard/create-document',
    call: '/api/v1/summary-invoices/ui_invoices/',
    columns: 7,
    empty: 'Nothing sent yet',
    page_sizes: [10, 20, 50],
    opens: { control: /^[A-Z]+-\w*\d$/, shown: dialog },
  },
  {
    at: '/dashboard/invoices/imports',
    call: '/api/v1/imports/',
    columns: 8,
    empty: 'Nothing uploaded in steps yet.',
    page_sizes: [20, 50, 100],
    opens: {
      control: /^jualan\.csv$/,
      shown: (page) => page.getByRole('heading', { level: 1, name: 'jualan.csv' }).waitFor(),
    },
  },
  {
    at: '/dashboard/customers',
    call: '/api/v1/customers/',
    columns: 9,
    wide: true,
    empty: 'No customers here yet.',
    sort: { head: 'City', by: 'city' },
    page_sizes: [10, 50, 100],
    opens: { control: /^Edit Borneo/, shown: dialog },
    filter: {
      name: 'name',
      label: 'Buyer Name',
      apply: 'Apply',
      nothing_found: 'No customer matches these filters.',
    },
  },
  {
    at: '/dashboard/itemstable',
    call: '/api/v1/portal-items/list/',
    columns: 6,
    empty: 'No saved items yet.',
    sort: { head: 'Tax Type', by: 'tax_type' },
    page_sizes: [10, 50, 100],
    opens: { control: /^Edit /, shown: dialog },
    filter: {
      name: 'search',
      label: 'Classification code or description',
      apply: 'Apply',
      nothing_found: 'No item matches this search.',
    },
  },
  {
    // Below the schedules, which are a table of seven columns and have a test of their own (reports.test.ts).
    at: '/dashboard/report',
    call: '/api/v1/notifications/reports/adhoc/',
    columns: 12,
    empty: 'No reports here yet.',
    page_sizes: [10, 20, 50],
  },
  {
    at: '/admin/user-management',
    call: '/api/v1/users/',
    columns: 11,
    empty: 'Nobody is here yet.',
    sort: { head: 'Access Type', by: 'access_type' },
    page_sizes: [20, 50, 100],
    opens: { control: /^Aminah Yusof$/, shown: dialog },
    filter: {
      name: 'search',
      label: 'Name, username or e-mail',
      apply: 'Apply',
      nothing_found: 'Nobody matches these filters.',
    },
  },
  {
    at: '/admin/api-key-management',
    call: '/api/v1/api-keys/',
    columns: 10,
    empty: 'No API keys here yet.',
    page_sizes: [10, 50, 100],
    opens: { control: /^Revoke Web shop$/, shown: dialog },
    filter: { name: 'name', label: 'Name', apply: 'Apply', nothing_found: 'No key matches this filter.' },
  },
  {
    at: '/admin/webhooks',
    call: '/api/v1/webhooks/',
    columns: 8,
    empty: 'No webhooks here yet.',
    page_sizes: [10, 50, 100],
    opens: { control: /^Edit Order status$/, shown: dialog },
    filter: {
      name: 'search',
      label: 'Address or description',
      apply: 'Apply',
      nothing_found: 'No webhook matches this search.',
    },
  },
  {
    at: '/admin/webhooks/:webhook',
    call: '/api/v1/webhooks/:webhook/deliveries/',
    columns: 7,
    empty: 'Nothing has been sent yet.',
    more: true,
    opens: { control: /^webhook\.test$/, shown: dialog },
  },
  {
    at: '/admin/user-audit-logs',
    call: '/api/v1/user-audit-logs/',
    columns: 8,
    empty: 'Nothing has been changed yet.',
    more: true,
    opens: { control: /^devi@lulus.example: Read Log User Audit Logs$/, shown: dialog },
    filter: {
      name: 'request_user',
      label: 'Request User',
      apply: 'Apply',
      nothing_found: 'No change matches these filters.',
    },
  },
  {
    at: '/admin/admin-activity-logs',
    call: '/api/v1/admin-activity-logs/',
    columns: 5,
    empty: 'Nothing has been called yet.',
    more: true,
    filter: {
      name: 'user',
      label: 'User',
      apply: 'Apply',
      nothing_found: 'No call matches these filters.',
    },
  },
  {
    at: '/admin/user-login-log',
    call: '/api/v1/user-login-report/',
    columns: 4,
    empty: 'Nobody has signed in yet.',
    more: true,
    filter: {
      name: 'user_id',
      label: 'User ID',
      apply: 'Apply',
      nothing_found: 'No sign-in matches these filters.',
    },
  },
  {
    at: '/admin/master-code-logs',
    call: '/api/v1/git-logs/',
    columns: 6,
    empty: 'No commits here yet.',
    more: true,
    failed: 'Failed to fetch commit logs. Please try again later.',
  },
  {
    at: '/dashboard/support',
    call: '/einvoice/api/v1/support/defects/',
    columns: 11,
    empty: 'No defects here.',
    sort: { head: 'Severity', by: 'severity' },
    page_sizes: [50, 100, 200],
    opens: { control: /^Edit DEF-/, shown: dialog },
  },
  {
    at: '/admin/permission-management',
    call: '/api/v1/groups/',
    columns: 5,
    empty: 'No groups here yet.',
    nothing: { results: [] },
    opens: { control: /^Edit Makers$/, shown: dialog },
  },
  {
    at: '/admin/permission-management?tab=departments',
    call: '/api/v1/storecodes/',
    columns: 5,
    empty: 'No departments here yet.',
    nothing: { results: [] },
    opens: { control: /^Edit KUL01$/, shown: dialog },
  },
  {
    at: '/admin/approval-requests',
    call: '/api/v1/approval-requests/',
    columns: 7,
    empty: 'Nothing waits for approval.',
    nothing: [],
    opens: { control: /^Approve request \d+$/, shown: dialog },
  },
  {
    at: '/admin/approval-requests?tab=decided',
    call: '/api/v1/approval-requests/decided/',
    columns: 7,
    empty: 'Nothing was decided yet.',
    more: true,
    failed: 'The decided requests could not be loaded.',
  },
  {
    at: '/admin/audit-chain',
    call: '/api/v1/audit/chain/',
    columns: 4,
    empty: 'Nothing has been recorded yet.',
    nothing: { chains: [], ended: 0, anchors: { count: 0, last: null, deliveries: [] } },
    // No row opens; what the keyboard must reach is the verification.
    opens: {
      control: /^Verify$/,
      shown: (page) => page.getByText('Intact', { exact: true }).waitFor(),
    },
  },
  {
    at: '/admin/mails',
    call: '/api/v1/mails/',
    columns: 3,
    empty: 'No mails here yet.',
    page_sizes: [50, 100],
    opens: { control: /^Reset your Lulus password$/, shown: dialog },
  },
  {
    at: '/admin/app-configuration',
    call: '/api/v1/configuration/settings/',
    columns: 3,
    empty: 'No settings here.',
    nothing: { results: [] },
    opens: {
      control: /^Edit Self-approval$/,
      shown: (page) => page.getByRole('switch', { name: 'Self-approval' }).waitFor(),
    },
  },
  {
    at: '/admin/enrichment-management',
    call: '/api/v1/enrichment/default/',
    columns: 4,
    empty: 'No defaults yet.',
    nothing: { results: [] },
    opens: { control: /^Edit Currency$/, shown: dialog },
  },
  {
    at: '/admin/broadcast-messages',
    call: '/api/v1/notifications/broadcast-messages/',
    columns: 6,
    empty: 'No messages yet.',
    nothing: [],
    opens: { control: /^Edit Office closed/, shown: dialog },
    sort: { head: 'Created', by: 'created_at', usual: 'descending' },
  },
  {
    at: '/data-mapping/mapping-rules',
    call: '/api/v1/inputvalidation/data-mapping/',
    columns: 4,
    empty: 'No mappings here yet.',
    page_sizes: [50, 100, 200],
    opens: { control: /^Edit Department Code HQ-KL$/, shown: dialog },
    filter: {
      name: 'search',
      label: 'Field, key or value',
      apply: 'Apply',
      nothing_found: 'No mapping matches this filter.',
    },
  },
  {
    at: '/data-mapping/validation-rules',
    call: '/api/v1/inputvalidation/validation-rules/',
    columns: 5,
    empty: 'No validation rules yet.',
    page_sizes: [50, 100, 200],
    opens: { control: /^Edit Payment Due Date /, shown: dialog },
    filter: {
      name: 'search',
      label: 'Field, value or message',
      apply: 'Apply',
      nothing_found: 'No validation rule matches this filter.',
    },
  },
  {
    at: '/admin/entity-management',
    call: '/api/v1/entities/',
    columns: 5,
    empty: 'No company is set up yet.',
    nothing: { entities: [] },
    opens: {
      control: /Sdn Bhd$/,
      shown: (page) => page.waitForURL(/\/admin\/entity-management\/[\w-]+$/),
    },
  },
]
