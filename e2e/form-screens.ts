/** The forms beside lists: `form-trouble.test.ts` plays the same troubles on each. A new one is one more entry. */
import type { Page } from 'playwright-core'
import { choose } from './form.ts'
import type { Person } from './people.ts'

export type FormScreen = {
  noun: string
  /** The address of its list, and who works there. */
  at: string
  who: Person
  /** The button that opens the form for a new row. */
  add: string
  /** What is typed; `mark` goes into `field` and names the row. */
  type: (page: Page, mark: string) => Promise<void>
  field: string
  /** The buttons that send it, and the toast of success, where there is one. */
  save: string
  done?: string
  /** The path of the call that stores it. */
  call: string
  /** It becomes a request: it is looked at by this call first, and then needs a reason. */
  preview?: string
  /** What is to be closed or undone after it was stored, so that other tests find what they know. */
  after?: (page: Page, mark: string) => Promise<void>
  /** Takes away what would change what other tests see. */
  clean?: (page: Page) => Promise<void>
  /** A row of it is changed by the same form: what two people type; the row's name where it is not the mark. */
  edit?: { field: string; texts: readonly [theirs: string, mine: string]; done: string; row?: string }
}

/** In the form, not in the filters of the list behind it. */
const fill = (page: Page, name: string, text: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(text)

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export const FORM_SCREENS: readonly FormScreen[] = [
  {
    ...{ noun: 'a user', at: '/admin/user-management', who: 'devi', add: 'New User' },
    type: async (page, mark) => {
      const name = mark.toLowerCase().replaceAll(' ', '.')
      await fill(page, 'Username', name)
      await fill(page, 'Email', `${name}@lulus.example`)
      await fill(page, 'First Name', mark)
    },
    ...{ field: 'First Name', save: 'Save', done: 'User added.', call: '/api/v1/users/' },
    edit: { field: 'Last Name', texts: ['Binti Razak', 'Binti Rashid'], done: 'User saved.' },
  },
  {
    ...{ noun: 'a company', at: '/admin/entity-management', who: 'devi', add: 'New Company' },
    type: async (page, mark) => {
      for (const [label, text] of Object.entries(COMPANY)) await fill(page, label, text)
      await choose(page, 'MSIC code', '24202')
      await choose(page, 'State', 'Perak')
      await fill(page, 'Business description', 'Tin works')
      await fill(page, 'Name', mark)
    },
    ...{ field: 'Name', save: 'Add company', done: 'Company added.', call: '/api/v1/entities/' },
    after: async (page, mark) => {
      await page.getByRole('heading', { level: 1, name: mark }).waitFor()
      await click(page, 'Deactivate')
      await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
      await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
    },
  },
  {
    ...{ noun: 'a group', at: '/admin/permission-management', who: 'devi', add: 'Add Group' },
    type: (page, mark) => fill(page, 'Name', mark),
    ...{ field: 'Name', save: 'Review change', done: 'Group create request submitted for approval.' },
    ...{ preview: '/api/v1/group-change-request/preview/', call: '/api/v1/group-change-request/' },
  },
  {
    ...{ noun: 'a department', at: '/admin/permission-management?tab=departments', who: 'devi' },
    add: 'Add Department',
    type: async (page, mark) => {
      await choose(page, 'Company', 'Selat')
      await fill(page, 'Code', `Q${Date.now() % 100_000}`)
      await fill(page, 'Name', mark)
    },
    ...{ field: 'Name', save: 'Review change', done: 'Store Code create request submitted.' },
    ...{ preview: '/api/v1/storecode-change-request/preview/', call: '/api/v1/storecode-change-request/' },
  },
  {
    ...{ noun: 'a schedule', at: '/dashboard/report', who: 'devi', add: 'Schedule This Report' },
    type: async (page, mark) => {
      await page.getByRole('dialog').getByLabel('Frequency').selectOption('weekly')
      await fill(page, 'Name', mark)
    },
    ...{ field: 'Name', save: 'Schedule', done: 'Scheduled report submitted successfully.' },
    call: '/api/v1/notifications/reports/',
  },
  {
    ...{ noun: 'an API key', at: '/admin/api-key-management', who: 'devi', add: 'New API Key' },
    type: async (page, mark) => {
      await fill(page, 'Name', mark)
      await choose(page, 'Company', 'Selat')
      await page.getByRole('combobox', { name: 'Departments' }).click()
      await page.getByRole('option', { name: /^JHB01/ }).click()
      await page.keyboard.press('Tab')
    },
    ...{ field: 'Name', save: 'Create key', call: '/api/v1/api-keys/' },
    after: (page) => click(page, 'I have kept it'),
  },
  {
    ...{ noun: 'a webhook', at: '/admin/webhooks', who: 'devi', add: 'New Webhook' },
    type: async (page, mark) => {
      await fill(page, 'Address', 'https://localhost:9/')
      await choose(page, 'API key', 'Web shop')
      await fill(page, 'Description', mark)
    },
    ...{ field: 'Description', save: 'Save', done: 'Webhook created.', call: '/api/v1/webhooks/' },
    after: (page) => click(page, 'I have kept it'),
    edit: {
      field: 'Description',
      texts: ['Order status of theirs', 'Order status of mine'],
      done: 'Webhook saved.',
    },
  },
  {
    ...{ noun: 'a default', at: '/admin/enrichment-management', who: 'devi', add: 'New Enrichment Item' },
    type: async (page, mark) => {
      await choose(page, 'Field name', 'agent', 'agent_number')
      await fill(page, 'Default value', mark)
    },
    ...{ field: 'Default value', save: 'Save', call: '/api/v1/enrichment/default/' },
    done: 'Enrichment item created successfully',
    edit: {
      ...{ field: 'Default value', texts: ['A-16', 'A-17'], done: 'Enrichment item updated successfully' },
      row: 'Agent Number',
    },
    clean: async (page) => {
      await page.getByRole('button', { name: /^Edit .*Agent Number/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page
        .getByRole('dialog', { name: /^Delete the default/ })
        .getByRole('button', { name: 'Delete' })
        .click()
      await page.getByText('Enrichment item deleted successfully').first().waitFor()
    },
  },
  {
    ...{ noun: 'a mapping', at: '/data-mapping/mapping-rules', who: 'devi', add: 'Add Mapping' },
    type: async (page, mark) => {
      await choose(page, 'Field', 'city', 'City')
      await fill(page, 'Lookup Key', mark)
      await fill(page, 'Mapped Value', 'Kuala Lumpur')
    },
    ...{ field: 'Lookup Key', save: 'Save', done: 'Mapping added successfully' },
    call: '/api/v1/inputvalidation/data-mapping/',
    edit: {
      field: 'Mapped Value',
      texts: ['Kota Bharu', 'Kota Belud'],
      done: 'Mapping updated successfully',
    },
  },
  {
    ...{ noun: 'a customer', at: '/dashboard/customers', who: 'aminah', add: 'New Customer' },
    type: async (page, mark) => {
      for (const [label, text] of Object.entries(BUYER)) await fill(page, label, text)
      await choose(page, 'State', 'Kuala Lumpur')
      await fill(page, 'Identity number', String(201_900_000_000 + (Date.now() % 100_000_000)))
      await fill(page, 'Name', mark)
    },
    ...{ field: 'Name', save: 'Save', done: 'Customer added.', call: '/api/v1/customers/' },
    edit: { field: 'City', texts: ['Ampang', 'Gombak'], done: 'Customer saved.' },
  },
  {
    ...{ noun: 'an item', at: '/dashboard/itemstable', who: 'aminah', add: 'Add New Item' },
    type: async (page, mark) => {
      await choose(page, 'Classification', '022')
      await choose(page, 'Tax Type', '01')
      await fill(page, 'Description', mark)
    },
    ...{ field: 'Description', save: 'Save', done: 'Item added.', call: '/api/v1/portal-items' },
    edit: { field: 'Tax Rate (%)', texts: ['7', '8'], done: 'Item saved.' },
  },
  {
    ...{ noun: 'a defect', at: '/dashboard/support', who: 'devi', add: 'New Defect' },
    type: (page, mark) => fill(page, 'Defect Description', mark),
    ...{ field: 'Defect Description', save: 'Save', done: 'Defect created successfully!' },
    call: '/einvoice/api/v1/support/defects/',
    edit: { field: 'Assigned To', texts: ['Bakri', 'Farid'], done: 'Defect updated successfully!' },
  },
]

/** With a TIN that no customer has: the authority knows the number of a company that sends. */
const COMPANY = {
  ...{ TIN: 'C25845632030', 'Identity number': '201901012345', 'Address line 1': '8 Jalan Sultan Idris' },
  ...{ City: 'Ipoh', Phone: '+6052541234', 'Department code': 'IPH01', 'Department name': 'Ipoh' },
}

const BUYER = {
  ...{ TIN: 'C25845632020', 'Address line 1': '12 Jalan Tun Razak', Postcode: '50400' },
  ...{ City: 'Kuala Lumpur', Phone: '+60312345678' },
}
