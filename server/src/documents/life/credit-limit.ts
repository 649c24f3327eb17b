import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import {
  CREDITING,
  type Credit,
  chargedBy,
  creditLeft,
  DEBITING,
  isCrediting,
  WITHOUT_EFFECT,
} from '#domain/documents/credit-limit.ts'
import { isNote, type TaxDocument } from '#domain/documents/document.ts'
import { add, compare, type Decimal } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import { invalidFields, invalidFindings } from '#domain/problems.ts'
import { inStores } from '../../access/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { faultOfReference } from './referred.ts'

/** A document that is about to be saved. `id`: the one that an edit replaces. */
export type Saving = {
  sender_entity_id: string
  environment: DocumentRow['environment']
  store_code_id: string
  content: TaxDocument
  id?: string
  /** The document that this one replaces: only one of the two will ever count. */
  corrects?: string | null | undefined
}

/**
 * Throws invalid_fields where a note is of a document that does not stand, or where credit and refund notes would take
 * back more than their original charges, debit notes that are valid included. The originals stay locked until the
 * transaction ends, so the notes of one document are saved one after the other. A document that is not of this company
 * is not looked at: only the authority knows it. What was made for another environment is nobody's original, and a note
 * that names its UUID is refused.
 */
export const keepToOriginals = async (tx: Tx, caller: Caller, saving: readonly Saving[]): Promise<void> => {
  const notes = saving.filter(({ content }) => isNote(content.invoice_type))
  const companies = Map.groupBy(notes, ({ sender_entity_id }) => sender_entity_id)
  for (const company of [...companies.keys()].toSorted()) {
    const own = companies.get(company) ?? []
    for (const original of await lockOriginals(tx, caller, company, own)) {
      const about = own.filter((note) => refersTo(note, original))
      for (const note of about) demandStanding(original, note)
      const crediting = about.filter(({ content }) => isCrediting(content.invoice_type))
      if (crediting.length > 0) demandLimit(original, crediting, await creditOf(tx, original, crediting))
    }
  }
}

const demandStanding = (original: Original, { content, environment }: Saving) => {
  const fault = faultOfReference(original, content, environment)
  if (fault) throw invalidFindings([fault])
}

const demandLimit = (original: Original, notes: readonly Saving[], before: Credit) => {
  let credit = before
  for (const { content } of notes) {
    if (content.invoice_currency !== original.invoice_currency) throw otherCurrency(original)
    const charged = chargedBy(content)
    const left = creditLeft(credit)
    if (compare(charged, left) > 0) throw overCredit(original, left)
    credit = { ...credit, credited: add(credit.credited, charged) }
  }
}

const NONE = 'NA'
type Original = Awaited<ReturnType<typeof lockOriginals>>[number]

/**
 * Held in the order of their ids, as by all who lock many. By its number alone the one that bears it, whatever became
 * of it so far: it may be valid, and its UUID known, by the time that the note is sent.
 */
const lockOriginals = (tx: Tx, caller: Caller, company: string, notes: readonly Saving[]) => {
  const named = notes.map(({ content }) => content.original_inv_ref_number).filter((name) => name !== NONE)
  const unnamed = notes.filter(({ content }) => content.original_inv_ref_number === NONE)
  const numbers = unnamed.map(({ content }) => content.original_inv_number)
  return on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', company)
    .where(
      sql<boolean>`(authority_uuid = ANY(${named}::text[])
        OR (invoice_number = ANY(${numbers}::text[]) AND status <> 'User Cancelled'))`,
    )
    .orderBy('id')
    .select([
      ...(['id', 'sender_entity_id', 'store_code_id', 'environment', 'authority_uuid'] as const),
      ...(['invoice_number', 'invoice_type', 'invoice_currency', 'status', 'content'] as const),
      inStores(caller, 'documents.store_code_id').as('seen'),
    ])
    .forNoKeyUpdate()
    .execute()
}

const refersTo = ({ id, content, store_code_id, environment }: Saving, original: Original): boolean =>
  content.original_inv_ref_number === original.authority_uuid ||
  (content.original_inv_ref_number === NONE &&
    // A note may bear the number that another system gave to its original.
    id !== original.id &&
    environment === original.environment &&
    content.original_inv_number === original.invoice_number &&
    store_code_id === original.store_code_id &&
    content.customer.tin_no === original.content.customer.tin_no)

/** What stored notes have done to a document; those that are saved now, or replaced by them, are left out. */
const creditOf = async (tx: Tx, original: Original, saving: readonly Saving[]): Promise<Credit> => {
  const { content, sender_entity_id, environment, store_code_id, authority_uuid, invoice_number } = original
  const left_out = saving.flatMap(({ id, corrects }) => [id, corrects]).filter((id) => id != null)
  const charged = sql`total_payable_amount + (content ->> 'prepayment_amount')::numeric`
  const { rows } = await sql<Pick<Credit, 'credited' | 'debited'>>`
    SELECT COALESCE(sum(${charged}) FILTER (WHERE invoice_type = ANY(${[...CREDITING]}::text[])
        AND status <> ALL(${[...WITHOUT_EFFECT]}::text[])), 0)::text AS credited,
      COALESCE(sum(${charged}) FILTER (WHERE invoice_type = ANY(${[...DEBITING]}::text[])
        AND status = 'Validated'), 0)::text AS debited
    FROM documents
    WHERE sender_entity_id = ${sender_entity_id} AND environment = ${environment}
      AND invoice_type IN ('02', '03', '04', '12', '13', '14')
      AND invoice_currency = ${original.invoice_currency} AND id <> ALL(${left_out}::uuid[])
      AND (content ->> 'original_inv_ref_number' = ${authority_uuid}
        OR (content ->> 'original_inv_ref_number' = ${NONE}
          AND content ->> 'original_inv_number' = ${invoice_number} AND store_code_id = ${store_code_id}
          AND content #>> '{customer,tin_no}' = ${content.customer.tin_no}))`.execute(tx)
  return { credited: '0', debited: '0', ...rows[0], charged: chargedBy(content) }
}

const overCredit = ({ seen, invoice_number, invoice_currency }: Original, left: Decimal) =>
  invalidFields({
    total_payable_amount: [
      seen
        ? `At most ${formatMoney(invoice_currency, left)} is left to credit of ${invoice_number}, other notes ` +
          'considered.'
        : 'More would be credited than the original document charges.',
    ],
  })

const otherCurrency = ({ seen, invoice_number, invoice_currency }: Original) =>
  invalidFields({
    invoice_currency: [
      seen
        ? `${invoice_number} is in ${invoice_currency}; a note that credits it is, too.`
        : 'A note that credits a document is in its currency.',
    ],
  })
