import { NOT_CANCELLED, REJECTION_REQUESTED, TERM_ENDING } from '../documents/lifecycle.ts'
import type { KindKey } from './kinds.ts'

/** What of an item decides where it leads. */
export type Leading = {
  kind: KindKey
  topic: string
  count: number
  subject: string
  store_codes: readonly string[]
}

/** A screen of the portal, and what it shows there. */
export type ScreenAddress = { path: string; search: Readonly<Record<string, string>> }

const INVOICES = '/dashboard/invoices'
const screen = (path: string, search: ScreenAddress['search'] = {}): ScreenAddress => ({ path, search })

/** One document stands open; of several the list shows all of their kind, in the departments of the item. */
const among = (path: string, { count, subject, store_codes }: Leading, filter: ScreenAddress['search']) =>
  screen(path, {
    ...filter,
    sender_store_code: store_codes.join(','),
    ...(count === 1 && { open: subject }),
  })

/** Of requests about rules the topic begins so: who made one need not be a superadmin, and reads on among the rules. */
export const RULE_REQUEST = 'rule-'

/**
 * The screen on which something can be done about an item. It can be seen signed in only. `views`: whether the reader
 * may see the list of documents; who makes them and may not has what came back beside the form.
 */
export const addressOf = (item: Leading, views = true): ScreenAddress => {
  switch (item.kind) {
    case 'submission_failed':
      return among(INVOICES, item, { tab: 'Failed' })
    case 'invalid':
      return among(INVOICES, item, { tab: 'Invalid' })
    case 'outcome_unknown':
      return among(INVOICES, item, { status: 'Outcome Unknown' })
    case 'sent_back':
      if (!views) return screen(`${INVOICES}/create`)
      return among(INVOICES, item, { status: 'Approval Rejected' })
    case 'received_already':
    case 'on_hold':
      return among(INVOICES, item, { tab: 'OnHold' })
    case 'rejection_requested':
      return among(INVOICES, item, { status: REJECTION_REQUESTED })
    case 'cancellation_failed':
      return among(INVOICES, item, { status: NOT_CANCELLED })
    case 'submission_deadline':
      return among(INVOICES, item, { status: TERM_ENDING })
    case 'approval_waiting':
      return among(`${INVOICES}/approval`, item, { may_approve: 'true' })
    case 'chain_not_intact':
      return screen('/admin/audit-chain')
    case 'certificate_ending':
      return screen(`/admin/entity-management/${item.topic}`)
    case 'key_ending':
      return screen('/admin/api-key-management')
    case 'request_waiting':
      return screen('/admin/approval-requests')
    case 'request_decided':
      return item.topic.startsWith(RULE_REQUEST)
        ? screen('/data-mapping/validation-rules')
        : screen('/admin/approval-requests', { tab: 'decided' })
    case 'import_finished':
      return screen(`${INVOICES}/upload/${item.topic}`)
    case 'report_finished':
      return screen('/dashboard/report')
  }
}
