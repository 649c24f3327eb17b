import { z } from 'zod'
import { ACTIONS } from '#domain/access/policy.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { amount, instant } from './fields.ts'
import { printedPartyFields } from './party.ts'

export const Archive = z.object({
  inputfile_url: z.string(),
  xml_url: z.string(),
  inputfile_path: z.string(),
  xml_path: z.string(),
  pdf_path: z.string(),
  qrcode_path: z.string(),
})

/** `image`: the sender's logo as a data: address; empty where there is none. */
const Party = z.object({ ...printedPartyFields, image: z.string() })

const Line = z.object({
  id: z.string(),
  classification: z.string(),
  item_description: z.string(),
  unit_price: amount,
  quantity: amount,
  unit_of_measurement: z.string(),
  tax_type: z.string(),
  tax_rate: amount,
  tax_exemption_reason: z.string(),
  discount_rate: amount,
  discount_amount: amount,
  charges_rate: amount,
  product_tariff: z.string(),
  country_origin: z.string(),
  subtotal: amount,
  charges_amount: amount,
  total_excluding_tax: amount,
  tax_amount: amount,
})

/** Whether an action is open now, and if not why: the sentence on the button. */
export const Ability = z.object({ ok: z.boolean(), why: z.string() })

/** The buyer asked the authority to reject the document: the answer is Cancel before the deadline, or nothing. */
export const RejectRequest = z.object({ at: instant, reason: z.string(), deadline: instant.nullable() })

/** What the authority knows of the document, and what it said. Null before the first submission. */
const LhdnFacts = z.object({
  uuid: z.string(),
  submission_uid: z.string(),
  long_id: z.string(),
  /** When the bytes of LHDN's record were built: the date and time that it bears. */
  issued_at: instant.nullable(),
  validated_at: instant.nullable(),
  /** Target of the QR code; empty until the document is valid. */
  validation_url: z.string(),
  cancel_deadline: instant.nullable(),
})

/** One copy of the bytes sent or about to be sent: the evidence of decisions.md §4. */
const AttemptFacts = z.object({
  id: z.string(),
  state: z.enum(['intent', 'accepted', 'refused', 'unclear', 'not_sent']),
  document_hash: z.string(),
  issued_at: instant,
  sent_at: instant.nullable(),
  answered_at: instant.nullable(),
  /** When LHDN, asked about a lost answer two hours after the sending or later, answered: then it is asked no more. */
  heard_at: instant.nullable(),
  authority_uuid: z.string(),
  submission_uid: z.string(),
  correlation_id: z.string(),
  /** Where the call held documents that the caller may not see: what concerns this one. */
  answer: z.string(),
})

/**
 * A cancellation that the document's status does not show: still being asked about, found not to have arrived, or never
 * sent, so that a person may ask for it again.
 */
const CancellationFacts = z.object({
  state: z.enum(['asking', 'not_arrived', 'not_sent']),
  /** Why it was not sent; empty otherwise. */
  why: z.string(),
  at: instant,
  by: z.string(),
  reason: z.string(),
})

/** The other side of a correction: the document that this one replaces, or the one that replaces it. */
export const CorrectionLink = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  status: z.enum(STATUSES),
})

const HistoryEvent = z.object({
  at: instant,
  by: z.string(),
  from_status: z.string(),
  to_status: z.string(),
  event: z.string(),
  why: z.string(),
})

/** Where a document was sent to, or will be: only `prod` has legal effect. */
export const Environment = z.enum(['simulator', 'preprod', 'prod'])

export const DocumentDetail = z.object({
  uuid: z.string(),
  revision: z.int(),
  status: z.enum(STATUSES),
  status_message: z.string(),
  /** The lines of the message that concern a field of the form, by that field (`customer.tin_no`). */
  status_fields: z.record(z.string(), z.array(z.string())),
  invoice_type: z.string(),
  invoice_type_description: z.string(),
  selfbilling: z.boolean(),
  document_type: z.string(),
  source: z.string(),
  invoice_number: z.string(),
  invoice_date: z.string(),
  invoice_time: z.string(),
  payment_due_date: z.string().nullable(),
  invoice_currency: z.string(),
  currency_exchange_rate: amount,
  sender_entity_code: z.string(),
  sender_store_code: z.string(),
  original_inv_number: z.string(),
  original_inv_ref_number: z.string(),
  document_remarks: z.string(),
  prepayment_amount: amount,
  rounding_amount: amount,
  tax_rate: amount,
  tax_exemption_reason: z.string(),
  billing_start: z.string().nullable(),
  billing_end: z.string().nullable(),
  frequency_of_billing: z.string(),
  agent_number: z.string(),
  contract_number: z.string(),
  voluntary_disclosure: z.boolean(),
  total_excluding_tax: amount,
  total_including_tax: amount,
  total_net_amount: amount,
  total_discount_value: amount,
  total_tax_amount: amount,
  total_payable_amount: amount,
  sender: Party,
  customer: Party,
  items: z.array(Line),
  created_by: z.string(),
  created_by_name: z.string(),
  created_at: instant,
  modified_at: instant,
  submission_date: instant.nullable(),
  environment: Environment,
  lhdn: LhdnFacts.nullable(),
  attempts: z.array(AttemptFacts),
  history: z.array(HistoryEvent),
  may: z.object(
    Object.fromEntries(ACTIONS.map((action) => [action, Ability])) as Record<
      (typeof ACTIONS)[number],
      typeof Ability
    >,
  ),
  file_archive: Archive.nullable(),
  reject_request: RejectRequest.nullable(),
  cancellation: CancellationFacts.nullable(),
  /** Null also where the caller may not see the other one. */
  corrects: CorrectionLink.nullable(),
  corrected_by: CorrectionLink.nullable(),
  /** It is not approved, and so not sent, before LHDN has cancelled what it corrects. */
  awaits_cancellation: z.boolean(),
})
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** The edits that are told, and the fields of each. */
export const EDITS_MAX = 10
export const EDITED_FIELDS_MAX = 200

/** What an edit changed (`FieldChange`); `revision` is what it led to, `more` how many fields are left out. */
export const Edit = z.object({
  revision: z.int(),
  at: instant,
  by: z.string(),
  changes: z.array(z.object({ path: z.string(), from: z.string(), to: z.string() })),
  more: z.int(),
})
export type Edit = z.infer<typeof Edit>
