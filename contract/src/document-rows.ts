import { z } from 'zod'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { Ability, Archive, CorrectionLink, Environment, RejectRequest } from './document-detail.ts'
import {
  amount,
  commaList,
  identitySearch,
  instant,
  oneOf,
  optionalDay,
  optionalFlag,
  page,
  pageSize,
  search,
  sortBy,
  sortOrder,
} from './fields.ts'

/** One row of the invoice list. `sender` is the supplier and `customer` the receiver as printed. */
export const SummaryRow = z.object({
  uuid: z.string(),
  sender_store_code: z.string(),
  sender: z.object({ name: z.string() }),
  customer: z.object({ name: z.string(), identity_number: z.string() }),
  invoice_type: z.string(),
  invoice_type_description: z.string(),
  invoice_number: z.string(),
  invoice_date: z.string(),
  contract_number: z.string(),
  agent_number: z.string(),
  submission_date: instant.nullable(),
  modified_at: instant,
  invoice_currency: z.string(),
  total_payable_amount: amount,
  status: z.enum(STATUSES),
  status_message: z.string(),
  source: z.string(),
  /** Who made it: a person, or the API key of a program. */
  created_by_name: z.string(),
  environment: Environment,
  file_archive: Archive.nullable(),
  reject_request: RejectRequest.nullable(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

/**
 * A document that its buyer, the supplier of a self-billed one, asked the authority to reject; `deadline` ends what a
 * cancellation can answer.
 */
export const AskedBack = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  asked_by: z.string(),
  invoice_currency: z.string(),
  total_payable_amount: amount,
  reason: z.string(),
  deadline: instant,
})
export type AskedBack = z.infer<typeof AskedBack>

export const SORT_KEYS = [
  'sender_store_code',
  'sender.name',
  'customer.name',
  'customer.identity_number',
  'invoice_type',
  'invoice_number',
  'invoice_date',
  'contract_number',
  'agent_number',
  'submission_date',
  'total_payable_amount',
  'status',
  'source',
] as const

/** What narrows the list; both days count. */
export const ListFilters = z.object({
  dateStart: optionalDay,
  dateEnd: optionalDay,
  /** A part of the number or of the buyer's name, or the authority's UUID. */
  search,
  buyer_name: search,
  buyer_tin_no: search,
  buyer_id_no: identitySearch,
  buyer_email: search,
  invoice_number: search,
  agent_code: search,
  contract_number: search,
  lhdn_uuid: search,
  invoice_type: commaList,
  /** `SB`, and the types that `unique-types` lists, by code or by name. */
  document_type: commaList,
  /** Statuses and names of tabs; `LHDN Submission` stands for everything handed to the authority. */
  status: commaList,
  /** Companies that issued the documents, by their codes. */
  sender_entity_code: commaList,
  sender_store_code: commaList,
  /** For which environments of the authority documents were made: simulator, preprod, prod. */
  environment: commaList,
})

export const ListQuery = ListFilters.extend({
  page,
  page_size: pageSize(50, 200),
  sort_by: sortBy(SORT_KEYS),
  sort_order: sortOrder,
  /** `exact`: beside a text too, however many there are. */
  count: oneOf(['exact']),
})

/** What narrows the pending documents; both days count. */
export const PendingFilters = z.object({
  invoice_number: search,
  /** Companies that issue the documents, by their codes. */
  sender_entity_code: commaList,
  sender_store_code: commaList,
  date_start: optionalDay,
  date_end: optionalDay,
  may_approve: optionalFlag, // True: only what the caller may approve, as the dashboard's card counts it.
})

export const PENDING_SORT_KEYS = [
  'sender',
  'supplier_name',
  'customer.name',
  'invoice_type',
  'invoice_type_description',
  'invoice_number',
  'invoice_date',
  'sender_store_code',
  'total_payable_amount',
  'invoice_currency',
  'created_by',
  'created_by_name',
  'tenant_account',
  'modified_at',
  'due',
] as const

export const PendingRow = z.object({
  id: z.string(),
  uuid: z.string(),
  /** What the approver saw: sent along with the decision, another revision is a conflict. */
  revision: z.int(),
  sender: z.string(),
  supplier_name: z.string(),
  customer: z.object({ name: z.string() }),
  invoice_type: z.string(),
  invoice_type_description: z.string(),
  invoice_number: z.string(),
  invoice_date: z.string(),
  sender_store_code: z.string(),
  total_payable_amount: amount,
  invoice_currency: z.string(),
  created_by: z.string(),
  created_by_name: z.string(),
  tenant_account: z.string(),
  /** Since when it waits: an edit after a rejection begins the wait anew. */
  modified_at: instant,
  /** The last Malaysian day on which it should reach the authority. */
  submit_by: z.string(),
  /** The same of a consolidated one, of which the law says so; null for others, and where no law asks for it. */
  due: z.string().nullable(),
  /** Where an approval sends it to, unless its company moves meanwhile: then it is not sent. */
  environment: Environment,
  /** The number of the document that this one replaces; empty where it replaces none that the caller may see. */
  corrects_number: z.string(),
  may_approve: Ability,
  may_reject: Ability,
})
export type PendingRow = z.infer<typeof PendingRow>

export const PreviousRow = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  document_type: z.string(),
  /** Its buyer, or the supplier of a self-billed one. */
  other_party: z.string(),
  invoice_currency: z.string(),
  total_payable_amount: amount,
  created_at: instant,
  status: z.enum(STATUSES),
  status_message: z.string(),
  approved_by: z.object({ email: z.string() }).nullable(),
  modified_at: instant,
  /** What the caller sees: sent along with a withdrawal, another revision is a conflict. */
  revision: z.int(),
  corrects: CorrectionLink.nullable(),
  may_edit: Ability,
  may_withdraw: Ability,
})
export type PreviousRow = z.infer<typeof PreviousRow>
