import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { TARGET_KINDS, type TargetKind } from '#contract/logs/audit-log.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import { KIND_KEYS } from '#domain/notifications/kinds.ts'
import { addressOfTarget } from './features/audit-log/target-address.ts'
import { createLulusRouter } from './routes.tsx'
import { parseSearch } from './search.ts'

const router = createLulusRouter(new QueryClient())
router.update({ ...router.options, history: createMemoryHistory() })

/** What the screen at an address is given to read. */
const searchAt = (address: string): Record<string, unknown> => {
  const [path = '', query = ''] = address.split('?')
  const match = router.matchRoutes(path, parseSearch(query)).at(-1)
  return Object.fromEntries(Object.entries(match?.search ?? {}).filter(([, value]) => value !== undefined))
}

test.each([
  '/dashboard/invoices?tab=failed',
  '/dashboard/invoices?page=abc',
  '/dashboard/invoices?sort_by=foo&sort_order=up',
  '/dashboard/invoices?date_start=2026-13-45',
  '/dashboard/invoices?page_size=77',
  '/dashboard/invoices/approval?page=-1&page_size=7&sort_by=foo',
  '/dashboard/create-document?page=0&page_size=1e3',
  `/dashboard/invoices/edit/0192?isTemplate=false`,
  '/dashboard/invoices/create?from=x&type=99',
  '/dashboard?tab=foo',
  '/dashboard/my-account?tab=foo',
  '/dashboard/customers?tab=foo&page_size=77&name=a%00b',
  `/dashboard/itemstable?sort_by=id&search=${'x'.repeat(199)}😀`,
  '/log-in?return=//elsewhere.example&ended=so',
])('what makes no sense in %s is not given to its screen', (address) => {
  expect(searchAt(address)).toEqual({})
})

test.each([
  ['/dashboard/invoices?tab=Failed&page=2&page_size=100', { tab: 'Failed', page: 2, page_size: 100 }],
  ['/dashboard/invoices/edit/0192?isTemplate=true', { isTemplate: true }],
  ['/dashboard?tab=graphs', { tab: 'graphs' }],
  ['/dashboard/my-account?tab=notifications', { tab: 'notifications' }],
])('%s keeps what it says', (address, search) => {
  expect(searchAt(address)).toEqual(search)
})

const ID = '0b0f8a0e-2b0c-4f3e-9a54-6f8f1c2d3e4f'
const LED: Record<TargetKind, [name: string, address: string | undefined]> = {
  user: ['aminah', `/admin/user-management?open=${ID}`],
  group: ['Approvers', '/admin/permission-management'],
  entity: ['Kinabalu', `/admin/entity-management/${ID}`],
  store_code: ['KUL01', '/admin/permission-management?tab=departments'],
  customer: ['Seri Jaya', '/dashboard/customers?name=Seri Jaya'],
  item: ['Kertas A4', '/dashboard/itemstable?search=Kertas A4'],
  template: ['Monthly', `/dashboard/invoices/edit/${ID}?isTemplate=true`],
  document: ['M-KUL01000042', `/dashboard/invoices?open=${ID}`],
  data_mapping: ['sender_store_code: KL: HQ', '/data-mapping/mapping-rules?search=KL: HQ'],
  enrichment: ['invoice_currency', '/admin/enrichment-management'],
  validation_rule: ['customer.email regex', '/data-mapping/validation-rules?search=customer.email'],
  change_request: ['Edit group Approvers', '/admin/approval-requests?tab=decided'],
  report_schedule: ['Weekly invoices', '/dashboard/report'],
  api_key: ['Till 3', '/admin/api-key-management?name=Till 3'],
  webhook: ['shop.example', `/admin/webhooks/${ID}`],
  setting: ['approval.allow_self_approval', '/admin/app-configuration'],
  broadcast: ['Office closed', '/admin/broadcast-messages'],
  defect: ['D-12', `/dashboard/support?open=${ID}`],
  log: ['User Audit Logs', undefined],
  demo_data: ['Demo company', '/admin/demo-data'],
}

test.each(TARGET_KINDS)('the log of changes leads to a %s, and to none that is gone', (target_kind) => {
  const [target_name, address] = LED[target_kind]
  const event = { target_kind, target_id: ID, target_name }
  expect(ledTo(addressOfTarget({ ...event, action: 'UPDATE' }))).toBe(address)
  expect(addressOfTarget({ ...event, action: 'DELETE' })).toBeUndefined()
})

test.each([
  [{ target_kind: 'log', target_id: 'mails', action: 'READ' }, '/admin/mails'],
  [{ target_kind: 'log', target_id: 'user-login-report', action: 'READ' }, '/admin/user-login-log'],
  [{ target_kind: 'log', target_id: 'admin-activity-logs', action: 'EXPORT' }, '/admin/admin-activity-logs'],
  [{ target_kind: 'change_request', target_id: '7', action: 'CREATE' }, '/admin/approval-requests'],
  [
    { target_kind: 'data_mapping', target_id: ID, target_name: 'invoice_currency', action: 'UPDATE' },
    '/data-mapping/mapping-rules?tab=hardcode&search=invoice_currency',
  ],
] as const)('%j leads to %s', (event, address) => {
  expect(ledTo(addressOfTarget({ target_name: '', ...event }))).toBe(address)
})

test.each(KIND_KEYS)('the screen of a notification of %s reads all that its link says', (kind) => {
  const stores = { store_codes: ['KUL01', 'PEN01'] }
  const { path, search } = addressOf({ kind, topic: 'e7', count: 1, subject: ID, ...stores })
  expect(searchAt(`${path}?${new URLSearchParams(search)}`)).toEqual(search)
})

/** What of an address its screen reads, written as an address again. */
const ledTo = (address: ReturnType<typeof addressOfTarget>) => {
  if (!address) return undefined
  const { pathname, searchStr } = router.buildLocation({ ...address })
  const read = new URLSearchParams(searchAt(pathname + searchStr) as Record<string, string>) // all are texts here
  return decodeURIComponent(`${pathname}${read.size > 0 ? `?${read}` : ''}`).replaceAll('+', ' ')
}
