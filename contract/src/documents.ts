import { z } from 'zod'
import { STATUSES, TAB_NAMES } from '#domain/documents/lifecycle.ts'
import { DOCUMENT_READS } from './changes.ts'
import { DocumentDetail, Edit } from './document-detail.ts'
import {
  AskedBack,
  ListFilters,
  ListQuery,
  PENDING_SORT_KEYS,
  PendingFilters,
  PendingRow,
  PreviousRow,
  SummaryRow,
} from './document-rows.ts'
import { anyOf, endpoint, loggedIn, open, superadmin } from './endpoint.ts'
import { instant, listOf, page, pageSize, reason, sortBy, sortOrder, uuid, uuidParams } from './fields.ts'

const view = anyOf('can_view_invoice', 'can_view_all')
/** So many documents are sent again in one transaction. */
export const RETRIED_AT_ONCE_MAX = 200

/** One document, which people come to from whatever they do with it. */
const read = anyOf(
  ...(['can_view_invoice', 'can_view_all', 'can_approve_invoice'] as const),
  ...(['can_create_invoice', 'can_edit_invoice'] as const),
)

const Moved = z.object({ uuid: z.string(), status: z.enum(STATUSES), status_message: z.string() })

export const documents = {
  list: endpoint({
    id: 'documents.list',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/summary-invoices/',
    access: view,
    query: ListQuery,
    // Beside a text `count` ends at 10,000 unless it is asked for; `more` tells that there are more.
    reply: listOf(SummaryRow).extend({ more: z.boolean() }),
  }),
  /**
   * All that match, as `invoices_{timestamp}.csv`: by department, the last made first. Columns that are added later
   * stand behind those there are; amounts `(MYR)` of credit and refund notes have a minus.
   */
  report: endpoint({
    id: 'documents.report',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/summary-invoices/csv/',
    access: anyOf('can_export_csv', 'can_view_all'),
    query: ListFilters,
    reply: 'file',
  }),
  /** The same as a workbook, `invoices_{timestamp}.xlsx`. */
  workbook: endpoint({
    id: 'documents.workbook',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/summary-invoices/xlsx/',
    access: anyOf('can_export_csv', 'can_view_all'),
    query: ListFilters,
    reply: 'file',
  }),
  /** How many of each tab the other filters leave, of more than 1,000 only that they are more. */
  tabs: endpoint({
    id: 'documents.tabs',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/summary-invoices/tabs/',
    access: view,
    query: ListFilters.omit({ status: true }),
    reply: z.array(z.object({ tab: z.enum(TAB_NAMES), count: z.int(), more: z.boolean() })),
  }),
  /** The first that buyers want rejected and a cancellation can still answer: those whose time ends first. */
  askedBack: endpoint({
    id: 'documents.askedBack',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/rejection-requests/',
    access: view,
    reply: z.object({ requests: z.array(AskedBack) }),
  }),
  /**
   * What was made on the screens, last changed first; `search` is as that of `list`. Where very many documents have its
   * text, `count` is of those that were read, up to 10,000, and `more` tells that there may be more; `next` goes on.
   */
  previous: endpoint({
    id: 'documents.previous',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/summary-invoices/ui_invoices/',
    access: anyOf('can_create_invoice', 'can_edit_invoice', 'can_view_all'),
    query: z.object({ search: ListFilters.shape.search, page, page_size: pageSize(10, 50) }),
    reply: listOf(PreviousRow).extend({ more: z.boolean() }),
  }),
  pending: endpoint({
    id: 'documents.pending',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/invoices/pending/',
    access: anyOf('can_approve_invoice'),
    query: PendingFilters.extend({
      page,
      page_size: pageSize(10, 50),
      sort_by: sortBy(PENDING_SORT_KEYS),
      sort_order: sortOrder,
    }),
    reply: listOf(PendingRow),
  }),
  get: endpoint({
    id: 'documents.get',
    method: 'GET',
    path: '/api/v1/invoices/:uuid/',
    access: read,
    params: uuidParams,
    reply: DocumentDetail,
  }),
  /** What each edit changed, the last one first; nothing of edits from before that was kept. */
  edits: endpoint({
    id: 'documents.edits',
    method: 'GET',
    path: '/api/v1/invoices/:uuid/edits/',
    access: read,
    params: uuidParams,
    reply: z.object({ edits: z.array(Edit) }),
  }),
  approve: endpoint({
    id: 'documents.approve',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/integration/approve-invoice/:uuid/',
    access: anyOf('can_approve_invoice', 'can_create_invoice', 'can_edit_invoice'),
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
  /**
   * Sends all that failed, of those that the filters leave, again as they are: at most so many at once, in the order of
   * their ids. `next`: where the next call begins, null after the last.
   */
  retryMany: endpoint({
    id: 'documents.retryMany',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/retry/',
    access: anyOf('can_approve_invoice'),
    // A filter that is not known would be none, and all would go out.
    body: ListFilters.omit({ status: true })
      .extend({ after: uuid('Not a document id.').nullish() })
      .strict(),
    reply: z.object({ retried: z.int(), next: z.string().nullable() }),
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
   * it under this uuid (which is checked there), or it never arrived and goes out anew, unless LHDN shows it now.
   */
  settle: endpoint({
    id: 'documents.settle',
    changes: DOCUMENT_READS,
    method: 'POST',
    path: '/api/v1/invoices/:uuid/settle/',
    asks_authority: true,
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
    asks_authority: true,
    method: 'GET',
    path: '/api/v1/lhdnvalidation/check_submission/:uuid/',
    access: view,
    params: uuidParams,
    reply: Moved,
  }),
  cancel: endpoint({
    id: 'documents.cancel',
    changes: DOCUMENT_READS,
    asks_authority: true,
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
    asks_authority: true,
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
  /** What a company has that is not settled: waiting for approval, and approved without a verdict yet. */
  unfinished: endpoint({
    id: 'documents.unfinished',
    method: 'GET',
    path: '/api/v1/entities/:id/unfinished/',
    access: superadmin,
    params: z.object({ id: uuid('Not a company id.') }),
    reply: z.object({ pending: z.int(), on_their_way: z.int() }),
  }),
  /**
   * What stands in the way: environments which do not answer at present, what is refused of the caller's, what of it is
   * at LHDN alone, that no worker runs, and that mails do not arrive.
   */
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
          /** Documents that are sent once it answers. */
          waiting: z.int(),
          more: z.boolean(),
        }),
      ),
      /** What LHDN refused within the last hour and does not show in the status of a document. */
      refusals: z.array(
        z.object({
          sender_entity_id: z.string(),
          /** The company. */
          name: z.string(),
          environment: z.enum(['simulator', 'preprod', 'prod']),
          /** How many documents that were sent once more; 0: it does not tell what became of documents. */
          documents: z.int(),
          /** The newest of these documents; empty where there is none. */
          invoice_number: z.string(),
          since: instant,
          why: z.string(),
        }),
      ),
      /** What LHDN was found to have within the last week, under numbers that were given here, and is not here. */
      missing: z.array(
        z.object({
          sender_entity_id: z.string(),
          /** The company. */
          name: z.string(),
          environment: z.enum(['simulator', 'preprod', 'prod']),
          /** Counted up to a thousand: then there may be `more`. */
          documents: z.int(),
          more: z.boolean(),
          /** The one that LHDN received last. */
          invoice_number: z.string(),
          since: instant,
        }),
      ),
      /** No worker has run for five minutes: nothing is sent, read or mailed. `since` is null where none ever has. */
      worker: z.object({ since: instant.nullable() }).nullable(),
      /** For superadmins: mails not delivered for five minutes, or given up, within a day; counted up to a thousand. */
      mails: z.object({ since: instant, unsent: z.int(), more: z.boolean() }).nullable(),
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
