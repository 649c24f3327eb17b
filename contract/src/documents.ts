import { z } from 'zod'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { DOCUMENT_READS } from './changes.ts'
import { Ability, Archive, DocumentDetail, RejectRequest } from './document-detail.ts'
import { anyOf, endpoint, loggedIn, open, superadmin } from './endpoint.ts'
import {
  amount,
  calendarDate,
  commaList,
  instant,
  listOf,
  optionalFlag,
  page,
  pageSize,
  search,
  sortBy,
  sortOrder,
  uuidParams,
} from './fields.ts'

const view = anyOf('can_view_invoice', 'can_view_all')

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
  file_archive: Archive.nullable(),
  reject_request: RejectRequest.nullable(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

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

const calendarDay = z.union([z.literal(''), calendarDate]).optional()

export const ListQuery = z.object({
  dateStart: calendarDay,
  dateEnd: calendarDay,
  buyer_name: search,
  buyer_tin_no: search,
  buyer_id_no: search,
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
  sender_store_code: commaList,
  page,
  page_size: pageSize(50, 200),
  sort_by: sortBy(SORT_KEYS),
  sort_order: sortOrder,
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
  may_approve: Ability,
})
export type PendingRow = z.infer<typeof PendingRow>

export const PreviousRow = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  document_type: z.string(),
  created_at: instant,
  status: z.enum(STATUSES),
  status_message: z.string(),
  approved_by: z.object({ email: z.string() }).nullable(),
  modified_at: instant,
  may_edit: Ability,
  may_withdraw: Ability,
})
export type PreviousRow = z.infer<typeof PreviousRow>

const Moved = z.object({ uuid: z.string(), status: z.enum(STATUSES), status_message: z.string() })

const reason = (length_max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Please give a reason.')
    .max(length_max, `At most ${length_max} characters are allowed.`)

export const documents = {
  list: endpoint({
    id: 'documents.list',
    method: 'GET',
    path: '/api/v1/summary-invoices/',
    access: view,
    query: ListQuery,
    reply: listOf(SummaryRow),
  }),
  previous: endpoint({
    id: 'documents.previous',
    method: 'GET',
    path: '/api/v1/summary-invoices/ui_invoices/',
    access: anyOf('can_create_invoice', 'can_view_all'),
    query: z.object({ page, page_size: pageSize(10, 50) }),
    reply: listOf(PreviousRow),
  }),
  pending: endpoint({
    id: 'documents.pending',
    method: 'GET',
    path: '/api/v1/invoices/pending/',
    access: anyOf('can_approve_invoice'),
    query: z.object({
      page,
      page_size: pageSize(10, 50),
      invoice_number: search,
      sender_store_code: commaList,
      date_start: calendarDay,
      date_end: calendarDay,
      may_approve: optionalFlag, // True: only what the caller may decide about, as the dashboard's card counts it.
      sort_by: sortBy(PENDING_SORT_KEYS),
      sort_order: sortOrder,
    }),
    reply: listOf(PendingRow),
  }),
  get: endpoint({
    id: 'documents.get',
    method: 'GET',
    path: '/api/v1/invoices/:uuid/',
    access: anyOf(
      'can_view_invoice',
      'can_view_all',
      'can_approve_invoice',
      'can_create_invoice',
      'can_edit_invoice',
    ),
    params: uuidParams,
    reply: DocumentDetail,
  }),
  approve: endpoint({
    id: 'documents.approve',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/integration/approve-invoice/:uuid/',
    access: anyOf('can_approve_invoice', 'can_create_invoice'),
    params: uuidParams,
    body: z
      .object({
        status: z.enum(['Approved', 'Rejected', 'User Cancelled']),
        rejection_reason: z.string().trim().max(300).nullish(),
        /** The revision which the approver saw; another one is a conflict. */
        revision: z.int().min(1).nullish(),
      })
      .refine((body) => body.status !== 'Rejected' || Boolean(body.rejection_reason), {
        path: ['rejection_reason'],
        message: 'A rejection reason is required.',
      }),
    reply: Moved,
  }),
  retry: endpoint({
    id: 'documents.retry',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/retry/',
    access: anyOf('can_approve_invoice'),
    params: uuidParams,
    reply: Moved,
  }),
  /** Keeps an approved document from going out until somebody releases it. */
  hold: endpoint({
    id: 'documents.hold',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/hold/',
    access: anyOf('can_approve_invoice'),
    params: uuidParams,
    body: z.object({ reason: reason(300) }),
    reply: Moved,
  }),
  release: endpoint({
    id: 'documents.release',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/release/',
    access: anyOf('can_approve_invoice'),
    params: uuidParams,
    reply: Moved,
  }),
  /**
   * After two hours without proof a person decides what became of a document whose answer was lost: LHDN holds
   * it under this uuid (which is checked there), or it never arrived and goes out anew.
   */
  settle: endpoint({
    id: 'documents.settle',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/settle/',
    access: anyOf('can_approve_invoice'),
    params: uuidParams,
    body: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('arrived'),
        lhdn_uuid: z.string().regex(/^[0-9A-Z]{26}$/, 'Please enter the 26-character LHDN UUID.'),
      }),
      z.object({ outcome: z.literal('not_arrived') }),
    ]),
    reply: Moved,
  }),
  pdf: endpoint({
    id: 'documents.pdf',
    method: 'GET',
    path: '/api/v1/pdf/generate-pdf/',
    access: view,
    query: uuidParams,
    reply: 'file',
  }),
  /** The QR code of a validated document's link, as an SVG image: `qrcode_path` of its archive. */
  qrcode: endpoint({
    id: 'documents.qrcode',
    method: 'GET',
    path: '/api/v1/invoices/:uuid/qrcode/',
    access: view,
    params: uuidParams,
    reply: 'file',
  }),
  check: endpoint({
    id: 'documents.check',
    changes: DOCUMENT_READS,
    method: 'GET',
    path: '/api/v1/lhdnvalidation/check_submission/:uuid/',
    access: view,
    params: uuidParams,
    reply: Moved,
  }),
  cancel: endpoint({
    id: 'documents.cancel',
    changes: DOCUMENT_READS,
    method: 'PUT',
    path: '/api/v1/lhdnvalidation/cancel/:uuid/',
    access: superadmin,
    params: uuidParams,
    body: z.object({ reason: reason(300) }),
    reply: Moved,
  }),
  /** The older cancel path of specification 1 §7; the same verb. */
  cancelFromList: endpoint({
    id: 'documents.cancelFromList',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/cancel/',
    access: superadmin,
    params: uuidParams,
    body: z.object({ reason: reason(300) }),
    reply: Moved,
  }),
  /** Everything known of how the document was sent, the exact bytes included, as one JSON file for an auditor. */
  evidence: endpoint({
    id: 'documents.evidence',
    method: 'GET',
    path: '/api/v1/invoices/:uuid/evidence/',
    access: view,
    params: uuidParams,
    reply: 'file',
  }),
  /** Environments of the caller's companies which do not answer at present; empty when all is well. */
  troubles: endpoint({
    id: 'documents.troubles',
    method: 'GET',
    path: '/api/v1/authority-status/',
    access: loggedIn,
    reply: z.object({
      troubles: z.array(
        z.object({
          environment: z.enum(['simulator', 'preprod', 'prod']),
          since: instant,
          why: z.string(),
          waiting: z.int(),
        }),
      ),
    }),
  }),
  /** An archived file. The address is signed and lives 5 minutes, which is why nobody need be logged in. */
  archive: endpoint({
    id: 'documents.archive',
    method: 'GET',
    path: '/api/v1/archive/:uuid/:file/',
    access: open,
    params: uuidParams.extend({ file: z.enum(['original', 'xml']) }),
    query: z.object({ expires: z.string().max(20), signature: z.string().max(100) }),
    reply: 'file',
  }),
}
