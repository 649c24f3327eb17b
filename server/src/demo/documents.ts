import { z } from 'zod'
import { DOCUMENT_TYPE_CODES } from '#domain/documents/document.ts'
import { ACCOUNTS, type AccountName, STORES, type StoreName } from './company.ts'
import specifications from './documents.json' with { type: 'json' }

/** How a demo document ends; `Withdrawn` is a pending one which its maker took back. */
const ENDS = [
  'Pending Approval',
  'Approval Rejected',
  'Withdrawn',
  'OnHold',
  'Submission Failed',
  'Outcome Unknown',
  'Submitted',
  'Validated',
  'Invalid',
  'User Cancelled',
] as const
export type End = (typeof ENDS)[number]

const accounts = Object.keys(ACCOUNTS) as [AccountName, ...AccountName[]] // the keys of a literal
const stores = Object.keys(STORES) as [StoreName, ...StoreName[]] // likewise

/** One document of the past: when it was made, by whom, for whom, what it says, how it ended. */
const Specification = z.strictObject({
  days_ago: z.int().min(0),
  /** Malaysian wall-clock hour. */
  hour: z.int().min(0).max(23),
  /** So many hours before now, weekend or not: its time for a cancellation ends within a day. */
  hours_ago: z.int().min(0).optional(),
  store: z.enum(stores),
  type: z.enum(DOCUMENT_TYPE_CODES),
  customer: z.string(),
  /** Item, quantity and, for some, discount and charges in per cent. */
  lines: z.array(z.array(z.string()).min(2).max(4)),
  end: z.enum(ENDS),
  by: z.enum(accounts).optional(),
  currency: z.object({ code: z.string(), rate: z.string() }).optional(),
  classification: z.string().optional(),
  consolidated: z.boolean().optional(),
  remarks: z.string().optional(),
  agent: z.string().optional(),
  contract: z.string().optional(),
  /** How often the customer is billed; the document is for the month before it. */
  billed: z.literal('Monthly').optional(),
  reason: z.string().optional(),
  /** A name under which a later note finds this document, and such a name. */
  label: z.string().optional(),
  corrects: z.string().optional(),
  /** Documents from elsewhere bring their number. */
  source: z.string().optional(),
  number: z.string().optional(),
})
export type Specification = z.output<typeof Specification>

/** The demo company's past, oldest first. */
export const SPECIFICATIONS: readonly Specification[] = z.array(Specification).parse(specifications)

/** These are registered with the simulator under another BRN than the address book says, so LHDN finds them invalid. */
export const MISTYPED_CUSTOMERS: Readonly<Record<string, string>> = {
  teguh_maju: '202101017738',
  kedai_laut: '201701022961',
}
