import { z } from 'zod'
import { endpoint, loggedIn } from './endpoint.ts'

const count = z.int()

/** Counts by invoice date, Malaysian days; each equals the count of the list its card links to (decisions.md §10). */
export const InvoiceCounts = z.object({
  this_year_validated_count: count,
  this_year_validated_only_count: count,
  this_year_lhdn_not_successful_count: count,
  this_year_pending_approval_count: count,
  this_month_validated_count: count,
  this_month_validated_only_count: count,
  this_month_lhdn_not_successful_count: count,
  this_month_pending_approval_count: count,
})

export const dashboard = {
  counts: endpoint({
    id: 'dashboard.counts',
    method: 'GET',
    path: '/api/v1/invoice-counts/',
    access: loggedIn,
    reply: InvoiceCounts,
  }),
  months: endpoint({
    id: 'dashboard.months',
    method: 'GET',
    path: '/api/v1/invoices-over-months/',
    access: loggedIn,
    reply: z.array(z.object({ month: z.string(), count })),
  }),
  buyers: endpoint({
    id: 'dashboard.buyers',
    method: 'GET',
    path: '/api/v1/top-buyers/',
    access: loggedIn,
    reply: z.array(z.object({ buyer: z.string(), count })),
  }),
  senders: endpoint({
    id: 'dashboard.senders',
    method: 'GET',
    path: '/api/v1/invoices-by-sender/',
    access: loggedIn,
    reply: z.array(z.object({ tenant_account: z.string(), count })),
  }),
}
