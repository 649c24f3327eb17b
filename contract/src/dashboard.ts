import { z } from 'zod'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { SUM_KINDS } from '#domain/documents/sums.ts'
import { documents } from './documents.ts'
import { endpoint, loggedIn } from './endpoint.ts'
import { ENVIRONMENTS, entities } from './entities.ts'
import { amount, instant } from './fields.ts'

const count = z.int()

/**
 * Counts by invoice date, Malaysian days; each equals the count of the list its card links to (decisions.md §10). Where
 * one of the caller's companies sends to production, trials are in none but what is pending.
 */
export const InvoiceCounts = z.object({
  this_year_validated_count: count,
  this_year_validated_only_count: count,
  this_year_lhdn_not_successful_count: count,
  this_year_pending_approval_count: count,
  this_month_validated_count: count,
  this_month_validated_only_count: count,
  this_month_lhdn_not_successful_count: count,
  this_month_pending_approval_count: count,
  /** Documents of this year up to the end of the month that were sent elsewhere, or failed to be: not counted. */
  trials_left_out: count,
})

/** One document as a line of the dashboard. `other_party`: its buyer, and the supplier of a self-billed one. */
const Line = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  other_party: z.string(),
  invoice_currency: z.string(),
  total_payable_amount: amount,
  status: z.enum(STATUSES),
  environment: z.enum(ENVIRONMENTS),
})

/** `reason` is the first of them; `moved_by` took its last step, at `modified_at`. */
const NeedyLine = Line.extend({ reason: z.string(), moved_by: z.string(), modified_at: instant })
export type NeedyLine = z.infer<typeof NeedyLine>

/** The most urgent few; `count` is that of the list they lead to, and where there are more than 1,000, `more`. */
const groupOf = <T extends z.ZodObject>(line: T) =>
  z.object({ count, more: z.boolean(), rows: z.array(line) })

/** Null: no matter of this caller's. */
const Group = groupOf(NeedyLine).nullable()
export type NeedyGroup = z.infer<typeof Group>

const Today = z.object({
  /** Submission Failed or Invalid. */
  failed: Group,
  rejected: Group,
  unknown: Group,
  /** For an approver other than the caller, for more than a day. */
  waiting: Group,
  /** What the caller may decide about, the oldest first; no sums where there are more than were counted. */
  to_approve: groupOf(NeedyLine)
    .extend({
      sums: z.array(z.object({ invoice_currency: z.string(), kind: z.enum(SUM_KINDS), total: amount })),
    })
    .nullable(),
  held: Group,
  /** When the caller last approved or rejected a document. */
  last_decided_at: instant.nullable(),
  recent: z.array(Line.extend({ created_at: instant })).nullable(),
  /** Whose time for a cancellation ends within a day; first, while it lasts, what others want rejected. */
  windows: groupOf(
    Line.extend({ invoice_type: z.string(), deadline: instant, reject_reason: z.string().nullable() }),
  ).nullable(),
  troubles: documents.troubles.reply.shape.troubles,
  refusals: documents.troubles.reply.shape.refusals,
  certificates: entities.warnings.reply.shape.warnings,
})
export type Today = z.infer<typeof Today>

export const dashboard = {
  /** What needs the caller, came last or ends soon, and whether LHDN answers: all that a morning begins with. */
  today: endpoint({
    id: 'dashboard.today',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/dashboard/today/',
    access: loggedIn,
    reply: Today,
  }),
  counts: endpoint({
    id: 'dashboard.counts',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/invoice-counts/',
    access: loggedIn,
    reply: InvoiceCounts,
  }),
  months: endpoint({
    id: 'dashboard.months',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/invoices-over-months/',
    access: loggedIn,
    reply: z.array(z.object({ month: z.string(), count })),
  }),
  buyers: endpoint({
    id: 'dashboard.buyers',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/top-buyers/',
    access: loggedIn,
    reply: z.array(z.object({ buyer: z.string(), count })),
  }),
  senders: endpoint({
    id: 'dashboard.senders',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/invoices-by-sender/',
    access: loggedIn,
    reply: z.array(z.object({ tenant_account: z.string(), count })),
  }),
}
