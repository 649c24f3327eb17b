import { own } from '#codes/own.ts'
import type { Customer } from '#contract/customers.ts'
import type { DocumentDetail } from '#contract/document-detail.ts'
import type { SenderEntity } from '#contract/people/session.ts'
import { emptyParty, isConsolidatedDocument, isSelfBilled } from '#domain/documents/document.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import type { NoteType } from '../../../widgets/drafts/note-types.ts'
import { discountTyped } from './edit.ts'
import { fingerprintOf } from './fingerprint.ts'
import { tidyNumber } from './numbers.ts'
import {
  type DocumentForm,
  emptyForm,
  type FormLine,
  type FormParty,
  HEADER_FIELDS,
  HOME_CURRENCY,
  LINE_FIELDS,
  newLine,
  PRECISION,
} from './state.ts'

type Wire = Readonly<Record<string, unknown>>

/** What the form knows when it opens: the day in Malaysia, the clock, and the user's sender entities. */
export type Opening = { today: CalendarDate; now_ms: number; entities: readonly SenderEntity[] }

/** A stored document as the form that would send it again. */
export const fromDocument = (detail: DocumentDetail, opening: Opening): DocumentForm =>
  fromWire(detail, opening)

/**
 * A template's content, whatever it holds: unknown keys are dropped, and number, dates, the original of a note and what
 * was paid before, which are those of one document, start anew.
 */
export const fromTemplate = (invoice: Wire, opening: Opening): DocumentForm =>
  begunAnew(fromWire(invoice, opening), opening)

/** Whether a template keeps all that a form says. */
export const isWholeInTemplate = (form: DocumentForm, opening: Pick<Opening, 'today'>): boolean =>
  fingerprintOf(begunAnew(form, opening)) === fingerprintOf(form)

const begunAnew = (form: DocumentForm, { today }: Pick<Opening, 'today'>): DocumentForm => ({
  ...withoutMonth(form),
  invoice_number: '',
  invoice_date: today,
  payment_due_date: '',
  original_inv_number: '',
  original_inv_ref_number: '',
  prepayment_amount: '0.00',
})

/** A credit, debit or refund note that corrects a validated document (decisions.md §3). */
export const noteFor = (detail: DocumentDetail, type: NoteType, opening: Opening): DocumentForm => ({
  ...fromWire(detail, opening),
  invoice_type: isSelfBilled(detail.invoice_type) ? `1${type.slice(1)}` : type,
  invoice_number: '',
  invoice_date: opening.today,
  payment_due_date: '',
  voluntary_disclosure: false,
  prepayment_amount: '0.00',
  original_inv_number: detail.invoice_number,
  original_inv_ref_number: detail.lhdn?.uuid ?? '',
})

/**
 * A new document of any type like this one, of today, which refers to no other. Nobody has paid for it yet, and the
 * rate of another day looks right, and is not: a foreign currency's is asked for.
 */
export const copyOf = (detail: DocumentDetail, opening: Opening): DocumentForm => ({
  ...withoutMonth(successorOf(detail, opening)),
  payment_due_date: '',
  original_inv_number: '',
  original_inv_ref_number: '',
  prepayment_amount: '0.00',
  currency_exchange_rate: '',
})

/** What replaces a document: all that it says, under a number and a date of its own. */
export const successorOf = (detail: DocumentDetail, opening: Opening): DocumentForm => ({
  ...fromWire(detail, opening),
  invoice_number: '',
  invoice_date: opening.today,
})

/** The month that a consolidated document covers: the next one covers another, and is due by that (`submitBy`). */
const withoutMonth = (form: DocumentForm): DocumentForm =>
  isConsolidatedDocument({ ...form, customer: form.customer ?? emptyParty })
    ? { ...form, billing_start: '', billing_end: '' }
    : form

/** A buyer of the address book, or a sender entity, as a party of the form. */
export const partyOf = (row: Customer | SenderEntity): FormParty => ({
  ...readParty(row),
  sender_entity_id: 'sender_entity_id' in row ? row.sender_entity_id : row.id,
})

/** Documents and templates bear the same field names, so one reading serves both. */
const fromWire = (wire: Wire, { today, now_ms, entities }: Opening): DocumentForm => {
  const form = emptyForm(today, now_ms)
  const header = Object.fromEntries(
    HEADER_FIELDS.map((field) => [field, readField(field, wire[field], form[field])]),
  )
  const entity = entities.find(({ entity_code }) => entity_code === wire.sender_entity_code)
  const items = Array.isArray(wire.items) ? wire.items.filter(isWire) : []
  return {
    ...form,
    ...header,
    ...(header.invoice_currency === HOME_CURRENCY && { currency_exchange_rate: '' }),
    selfbilling: wire.selfbilling === true,
    voluntary_disclosure: wire.voluntary_disclosure === true,
    sender: entity ? partyOf(entity) : isWire(wire.sender) ? readParty(wire.sender) : null,
    customer: isWire(wire.customer) ? readParty(wire.customer) : null,
    items: items.length > 0 ? items.map((line, position) => readLine(line, now_ms, position)) : form.items,
  }
}

const readLine = (wire: Wire, now_ms: number, position: number): FormLine => {
  const line = newLine(now_ms, position)
  const texts = LINE_FIELDS.map((field) => [field, readField(field, wire[field], line[field])])
  const read: FormLine = { ...line, ...Object.fromEntries(texts) }
  return { ...read, discount_by: discountTyped(read) }
}

const readParty = (wire: Wire): FormParty => {
  const texts = Object.entries(emptyParty).map(([field, absent]) => [
    field,
    readText(own(wire, field), absent),
  ])
  return { ...emptyParty, ...Object.fromEntries(texts), sender_entity_id: '' }
}

const readField = (field: keyof typeof PRECISION, value: unknown, absent: string) => {
  const precision = PRECISION[field]
  const text = readText(value, absent)
  return precision ? tidyNumber(text, precision) : text
}

const readText = (value: unknown, absent: string) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : absent

const isWire = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
