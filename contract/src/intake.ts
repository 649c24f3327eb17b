import { z } from 'zod'
import { DOCUMENT_TYPES } from '#codes/lists.ts'
import { LINES_MAX, TOO_MANY_LINES } from '#domain/checks/lines.ts'
import { DOCUMENT_READS } from './changes.ts'
import { anyOf, endpoint, KEY_LENGTH_MAX, keyOrAnyOf, superadmin } from './endpoint.ts'
import {
  decimal,
  listUpTo,
  optionalDate,
  optionalFlag,
  optionalTime,
  reason,
  statedDecimal,
  text,
  uuid,
  uuidParams,
} from './fields.ts'
import { PartyWrite } from './party.ts'
import { quickObject } from './reading/quickly.ts'

export const LineWrite = quickObject(
  z.strictObject({
    id: z.union([z.string().max(60), z.number()]).nullish(),
    classification: text(10),
    item_description: text(600),
    /** Asked for: only a price that is stated as zero is one. */
    unit_price: decimal('', 8),
    quantity: decimal('1', 8),
    unit_of_measurement: text(10),
    tax_type: text(60),
    /** LHDN states no limit; tourism tax, so much for a night, is a fine part of the price of many. */
    tax_rate: decimal('0', 8),
    tax_exemption_reason: text(600),
    discount_rate: decimal('0', 4),
    discount_amount: decimal('0'),
    charges_rate: decimal('0', 4),
    product_tariff: text(20),
    country_origin: text(60),
    subtotal: statedDecimal,
    charges_amount: statedDecimal,
    total_excluding_tax: statedDecimal,
    tax_amount: statedDecimal,
  }),
)

/**
 * One document as submitted (specification 2 §3). Unknown fields are refused, but for those that our own answers add
 * (`answered.ts`). `approval_status`, `created_by` and `sender` are read and ignored: identity comes from the caller,
 * and nothing skips approval. With `uuid` of an editable document it is an edit.
 */
export const DocumentWrite = quickObject(
  z.strictObject({
    uuid: uuid('Not a document id.').nullish(),
    revision: z.int().min(1).nullish(),
    source: text(20),
    approval_status: z.unknown().optional(),
    created_by: z.unknown().optional(),
    sender: z.unknown().optional(),
    invoice_type: text(4),
    document_type: text(10),
    selfbilling: optionalFlag,
    invoice_number: text(60),
    invoice_date: optionalDate,
    invoice_time: optionalTime,
    payment_due_date: optionalDate,
    sender_store_code: text(40),
    sender_entity_code: text(60),
    original_inv_number: text(60),
    original_inv_ref_number: text(40),
    document_remarks: text(600),
    prepayment_amount: decimal('0'),
    rounding_amount: decimal('0'),
    invoice_currency: text(10),
    /** Ringgit to one of the currency; needed for every currency but ringgit itself. */
    currency_exchange_rate: decimal('', 8),
    tax_rate: decimal('0', 8),
    tax_exemption_reason: text(600),
    billing_start: optionalDate,
    billing_end: optionalDate,
    frequency_of_billing: text(100),
    agent_number: text(100),
    contract_number: text(100),
    /** Of a document that LHDN should have had before: it is sent as version 1.2 or 1.3. */
    voluntary_disclosure: optionalFlag,
    total_excluding_tax: statedDecimal,
    total_including_tax: statedDecimal,
    total_payable_amount: statedDecimal,
    total_net_amount: statedDecimal,
    total_discount_value: statedDecimal,
    total_tax_amount: statedDecimal,
    customer: PartyWrite,
    items: listUpTo(LineWrite, LINES_MAX, TOO_MANY_LINES),
  }),
)
export type DocumentWrite = z.output<typeof DocumentWrite>
/** What the form sends: texts for every figure. */
export type DocumentWriteInput = z.input<typeof DocumentWrite>

const IntakeError = z.object({
  invoice_number: z.string(),
  errors: z.union([
    z.string(),
    z.array(
      z.object({
        type: z.string(),
        invoice_number: z.string(),
        details: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
      }),
    ),
  ]),
})

const IntakeChange = z.object({
  invoice_number: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
  why: z.string(),
})

const IntakeWarning = z.object({ invoice_number: z.string(), field: z.string(), message: z.string() })

export const IntakeReply = z.object({
  status: z.string(),
  Invoice_Numbers: z.array(z.string()),
  UUIDs: z.array(z.string()),
  errors: z.array(IntakeError),
  /** What the portal wrote otherwise than it came; absent when nothing. */
  changes: z.array(IntakeChange).optional(),
  /** What a person should look at in the documents that were stored; absent when nothing. */
  warnings: z.array(IntakeWarning).optional(),
})
export type IntakeReply = z.infer<typeof IntakeReply>

/** Documents one call may carry; a bulk upload is cut into several calls. */
export const DOCUMENTS_PER_CALL_MAX = 100
export const TOO_MANY_DOCUMENTS = `At most ${DOCUMENTS_PER_CALL_MAX} documents fit one call.`

/** Each is read alone. */
const Documents = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

/** Where the cancellation of the document that was replaced stands: done, or why not (yet). */
const Correction = IntakeReply.extend({ cancellation: z.object({ done: z.boolean(), why: z.string() }) })

export const intake = {
  /**
   * Each document is judged alone: the good ones are stored even when others are not. When none was stored the
   * status is 4xx and the body has the same shape.
   */
  submit: endpoint({
    id: 'intake.submit',
    changes: [...DOCUMENT_READS, 'intake.number'],
    method: 'POST',
    path: '/api/v1/integration/submit-json/',
    access: keyOrAnyOf('can_create_invoice', 'can_edit_invoice'),
    body: listUpTo(z.strictObject({ invoices_data: Documents }), DOCUMENTS_PER_CALL_MAX, TOO_MANY_DOCUMENTS),
    judged_apart: 'invoices_data',
    judged_by: DocumentWrite,
    keeps_keys: true,
    body_bytes_max: 2_000_000,
    reply: IntakeReply,
  }),
  /**
   * A document that replaces a valid one within its 72 hours: it is stored, and the cancellation of the other is asked
   * for, as one act. It goes out only once LHDN has cancelled that one; where LHDN refuses, it is rejected.
   */
  correct: endpoint({
    id: 'intake.correct',
    changes: [...DOCUMENT_READS, 'intake.number'],
    method: 'POST',
    path: '/api/v1/invoices/:uuid/correct/',
    access: superadmin,
    params: uuidParams,
    body: z.strictObject({ reason: reason(300), invoice: z.record(z.string(), z.unknown()) }),
    judged_by: DocumentWrite,
    keeps_keys: true,
    body_bytes_max: 2_000_000,
    reply: Correction,
  }),
  /**
   * What became of a call whose answer was lost: all that was stored under its Idempotency-Key in the last 24 hours, in
   * the order of the call. The key is closed with that: of what is not named the call cannot store anything any more,
   * and what is sent again goes under another key.
   */
  outcome: endpoint({
    id: 'intake.outcome',
    changes: [],
    method: 'POST',
    path: '/api/v1/integration/submit-json/outcome/',
    access: keyOrAnyOf('can_create_invoice', 'can_edit_invoice'),
    body: z.strictObject({ key: z.string().min(1).max(KEY_LENGTH_MAX) }),
    reply: IntakeReply.pick({ Invoice_Numbers: true, UUIDs: true }),
  }),
  /** A PDF of what the form holds, marked DRAFT; stores nothing. */
  preview: endpoint({
    id: 'intake.preview',
    changes: [],
    method: 'POST',
    path: '/api/v1/pdf/preview/',
    access: anyOf('can_create_invoice', 'can_edit_invoice'),
    body: z.record(z.string(), z.unknown()),
    reply: 'file',
  }),
  /**
   * The running number which the next document of this type and store would get where its company sends to; claims
   * nothing. Where several of the caller's companies have a store of this code, the company is to be named.
   */
  number: endpoint({
    id: 'intake.number',
    method: 'GET',
    path: '/api/v1/invoice_number',
    access: anyOf('can_create_invoice'),
    query: z.object({
      invoice_type: z
        .string()
        .max(4)
        .refine((code) => DOCUMENT_TYPES.has(code), 'Please select one'),
      store_code: z.string().min(1).max(40),
      sender_entity_code: text(60),
    }),
    reply: z.object({ invoice_number: z.string() }),
  }),
}
