import { type SqlBool, sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import {
  CREDITING,
  type Credit,
  chargedBy,
  creditLeft,
  DEBITING,
  isCrediting,
  isDebiting,
  TAKING_UP,
} from '#domain/documents/credit-limit.ts'
import { isNote, type TaxDocument } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { isSameCustomer } from '#domain/documents/same-customer.ts'
import { add, compare, type Decimal } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import { type FieldMessage, invalidFindings } from '#domain/problems.ts'
import { inStores } from '../../access/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DocumentRow } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import { isNoteOf, isNoteOfAny, NONE } from './notes-of.ts'
import { faultOfName, faultOfReference } from './referred.ts'

/** A document that is about to be saved. `id`: the one that an edit replaces. */
export type Saving = {
  sender_entity_id: string
  environment: DocumentRow['environment']
  store_code_id: string
  content: TaxDocument
  id?: string
  /** When the edited one was made; of a new one undefined. */
  created_at?: Date
  /** The document that this one replaces: only one of the two will ever count. */
  corrects?: string | null | undefined
}

/**
 * Throws invalid_fields where a note is of a document that does not stand, or says NA though its UUID is known, or
 * where credit and refund notes would take back more than their original charges, debit notes that are valid included.
 * The originals stay locked until the transaction ends, so the notes of one document are saved one after the other. A
 * document that is not of this company is not looked at: only the authority knows it. What was made for another
 * environment is nobody's original, and a note that names its UUID is refused. `beside`: what is stored along with the
 * notes.
 */
export const keepToOriginals = async (
  tx: Tx,
  caller: Caller,
  saving: readonly Saving[],
  beside: readonly Original[] = [],
): Promise<void> => {
  const notes = saving.filter(({ content }) => isNote(content.invoice_type))
  const companies = Map.groupBy(notes, ({ sender_entity_id }) => sender_entity_id)
  for (const company of [...companies.keys()].toSorted()) {
    const own = companies.get(company) ?? []
    const stored = await lockOriginals(tx, caller, company, own)
    const coming = beside.filter(({ sender_entity_id }) => sender_entity_id === company)
    const candidates = [...stored, ...coming]
    const notes_of = Map.groupBy(own, (note) => originalOf(note, candidates))
    for (const original of candidates) {
      const about = notes_of.get(original) ?? []
      for (const note of about) demandStanding(original, note)
      const of_debits = candidates.filter((one) => isDebitOf(one, original))
      const all = [original, ...of_debits].flatMap((one) => notes_of.get(one) ?? [])
      const crediting = all.filter(({ content }) => isCrediting(content.invoice_type))
      if (crediting.length > 0) demandLimit(original, crediting, await creditBeside(tx, original, crediting))
    }
  }
}

const demandStanding = (original: Original, { content, environment }: Saving) => {
  const fault = faultOfReference(original, content, environment) ?? faultOfName(original, content)
  if (fault) throw invalidFindings([fault])
}

const demandLimit = (original: Original, notes: readonly Saving[], before: Credit) => {
  let credit = before
  for (const { content } of notes) {
    const fault = faultOfCurrency(original, content)
    if (fault) throw invalidFindings([fault])
    const charged = chargedBy(content)
    const left = creditLeft(credit)
    if (compare(charged, left) > 0) throw invalidFindings([overCredit(original, left)])
    credit = { ...credit, credited: add(credit.credited, charged) }
  }
}

/** A document of ours that notes may be of. `modified_at`: of a stored one, when it was cancelled if it is. */
export type Candidate = Omit<Pick<DocumentRow, (typeof OF_ORIGINAL)[number]>, 'content' | 'modified_at'> & {
  content: ReturnType<typeof chargesOf>
  modified_at?: Date
}
/** `seen`: whoever is told may see it. */
export type Original = Candidate & { seen: SqlBool }

/** What of a document its notes are held to. */
export const chargesOf = ({
  total_payable_amount,
  prepayment_amount,
  original_inv_ref_number,
  customer,
}: TaxDocument) => ({
  ...{ total_payable_amount, prepayment_amount, original_inv_ref_number },
  customer: { tin_no: customer.tin_no, identity_number: customer.identity_number },
})

/** A valid debit note that names the document, whose limit has what it adds and what is credited of it. */
const isDebitOf = (
  { invoice_type, status, invoice_currency, content }: Candidate,
  original: Candidate,
): boolean =>
  isDebiting(invoice_type) &&
  status === 'Validated' &&
  invoice_currency === original.invoice_currency &&
  content.original_inv_ref_number === original.authority_uuid

/** A document as an original of what is stored along with it; no note is one. */
export const comingOriginal = (
  {
    sender_entity_id,
    environment,
    store_code_id,
  }: Pick<Saving, 'sender_entity_id' | 'environment' | 'store_code_id'>,
  charging: Charging,
): Original => ({
  ...{ sender_entity_id, environment, store_code_id, ...charging },
  ...{ id: '', authority_uuid: null, status: 'Pending Approval', seen: true },
})

/** What is kept of a document to be one, undefined for a note: its lines would be many. */
export const chargingOf = (document: TaxDocument) => {
  const { invoice_number, invoice_type, invoice_currency } = document
  if (isNote(invoice_type)) return undefined
  return { invoice_number, invoice_type, invoice_currency, content: chargesOf(document) }
}
export type Charging = NonNullable<ReturnType<typeof chargingOf>>

const OF_ORIGINAL = [
  ...(['id', 'sender_entity_id', 'store_code_id', 'environment', 'authority_uuid'] as const),
  ...(['invoice_number', 'invoice_type', 'invoice_currency', 'status', 'content', 'modified_at'] as const),
] as const

/** Of one company, so held in the order in which all hold who hold many (`lockMany`). */
const lockOriginals = (tx: Tx, caller: Caller, company: string, notes: readonly Saving[]) =>
  candidatesFor(tx, company, notes)
    .orderBy('id')
    .select(inStores(caller, 'documents.store_code_id').as('seen'))
    .forNoKeyUpdate()
    .execute()

/**
 * Before a transaction that saves a note takes the row of this document: takes what the note may be of and has a lower
 * id, so that all of them are held in the order of `lockMany`. `keepToOriginals` takes the rest.
 */
export const lockOriginalsBefore = async (tx: Tx, id: string, note: Saving): Promise<void> => {
  if (!isNote(note.content.invoice_type)) return
  await candidatesFor(tx, note.sender_entity_id, [note])
    .where('id', '<', id)
    .clearSelect()
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * What notes of a company may be of, and what the debit notes among that are of. By its number alone the one that bears
 * it, whatever became of it so far: it may be valid, and its UUID known, by the time that the note is sent. Those that
 * bore it and were cancelled only beside notes that are stored already, by an index of their own
 * (`documents_number_given_back`).
 */
export const candidatesFor = (
  tx: Tx,
  company: string,
  notes: readonly Pick<Saving, 'content' | 'created_at'>[],
) => {
  const { uuids, numbers } = namesOf(notes)
  const stored = namesOf(notes.filter(({ created_at }) => created_at))
  return on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', company)
    .where(
      sql<boolean>`(authority_uuid = ANY(${uuids}::text[])
        OR authority_uuid = ANY(ARRAY(SELECT debit.content ->> 'original_inv_ref_number' FROM documents AS debit
          WHERE debit.sender_entity_id = ${company} AND debit.authority_uuid = ANY(${uuids}::text[])
            AND debit.invoice_type = ANY(${[...DEBITING]}::text[])))
        OR (invoice_number = ANY(${numbers}::text[]) AND status <> 'User Cancelled')
        OR (invoice_number = ANY(${stored.numbers}::text[]) AND status = 'User Cancelled'))`,
    )
    .select(OF_ORIGINAL)
}

/** What notes name their originals by: UUIDs, and the numbers where they say NA in place of one. */
const namesOf = (notes: readonly Pick<Saving, 'content'>[]) => {
  const contents = notes.map(({ content }) => content)
  const unnamed = contents.filter(({ original_inv_ref_number }) => original_inv_ref_number === NONE)
  return {
    uuids: contents.map((content) => content.original_inv_ref_number).filter((uuid) => uuid !== NONE),
    numbers: unnamed.map(({ original_inv_number }) => original_inv_number),
  }
}

type Referring = Pick<Saving, 'id' | 'content' | 'store_code_id' | 'environment' | 'created_at'>

/**
 * Of several that bear the number the one that stands. One that was cancelled before the note was made is none: the
 * number was free, and is a stranger's.
 */
export const originalOf = <One extends Candidate>(
  note: Referring,
  candidates: readonly One[],
): One | undefined => {
  const { content, created_at } = note
  const bearing = candidates.filter(
    (one) =>
      refersTo(note, one) &&
      (one.status !== 'User Cancelled' ||
        one.authority_uuid === content.original_inv_ref_number ||
        (created_at && one.modified_at && one.modified_at > created_at)),
  )
  return bearing.find(({ status }) => status !== 'User Cancelled') ?? bearing[0]
}

const refersTo = ({ id, content, store_code_id, environment }: Referring, original: Candidate): boolean =>
  content.original_inv_ref_number === original.authority_uuid ||
  (content.original_inv_ref_number === NONE &&
    // A note may bear the number that another system gave to its original.
    id !== original.id &&
    environment === original.environment &&
    content.original_inv_number === original.invoice_number &&
    store_code_id === original.store_code_id &&
    isSameCustomer(content.customer, original.content.customer))

/** What stored notes have taken up of a document; those that are saved now, or replaced by them, are left out. */
const creditBeside = (tx: Tx, original: Original, saving: readonly Saving[]): Promise<Credit> => {
  const left_out = saving.flatMap(({ id, corrects }) => [id, corrects]).filter((id) => id != null)
  return creditOf(tx, original, { counted: TAKING_UP, left_out })
}

type Counting = { counted: readonly Status[]; left_out: readonly string[] }

const CHARGED = sql`total_payable_amount + (content ->> 'prepayment_amount')::numeric`
const IS_CREDITING = sql<SqlBool>`invoice_type = ANY(${[...CREDITING]}::text[])`
const IS_VALID_DEBIT = sql<SqlBool>`(invoice_type = ANY(${[...DEBITING]}::text[]) AND status = 'Validated')`

/**
 * What notes of a document credit that are in one of the `counted` statuses, and what valid debit notes add to it. What
 * is credited of those debit notes by themselves is credited of the document as well.
 */
export const creditOf = async (tx: Tx, original: Original, counting: Counting): Promise<Credit> => {
  const { rows } = await sql<{ credited: Decimal; debited: Decimal; debits: string[] }>`
    SELECT ${creditedWhere(counting)} AS credited,
      COALESCE(sum(${CHARGED}) FILTER (WHERE ${IS_VALID_DEBIT}), 0)::text AS debited,
      COALESCE(array_agg(authority_uuid) FILTER (WHERE ${IS_VALID_DEBIT}), '{}') AS debits
    FROM documents
    WHERE ${isNoteOf(original)} AND ${isLike(original, counting)}`.execute(tx)
  const { credited = '0', debited = '0', debits = [] } = rows[0] ?? {}
  const of_debits = debits.length > 0 ? await creditedOf(tx, original, { ...counting, debits }) : '0'
  return { charged: chargedBy(original.content), debited, credited: add(credited, of_debits) }
}

/** What is credited of these debit notes of a document. */
const creditedOf = async (
  tx: Tx,
  original: Original,
  { debits, ...counting }: Counting & { debits: readonly string[] },
): Promise<Decimal> => {
  const { rows } = await sql<{ credited: Decimal }>`
    SELECT ${creditedWhere(counting)} AS credited FROM documents
    WHERE ${isNoteOfAny(original, debits)} AND ${isLike(original, counting)}`.execute(tx)
  return rows[0]?.credited ?? '0'
}

const creditedWhere = ({ counted }: Counting) =>
  sql`COALESCE(sum(${CHARGED}) FILTER (WHERE ${IS_CREDITING} AND status = ANY(${[...counted]}::text[])), 0)::text`

const isLike = ({ sender_entity_id, invoice_currency }: Original, { left_out }: Counting) =>
  sql<SqlBool>`sender_entity_id = ${sender_entity_id} AND invoice_currency = ${invoice_currency}
    AND id <> ALL(${[...left_out]}::uuid[])`

const overCredit = ({ seen, invoice_number, invoice_currency }: Original, left: Decimal): FieldMessage => ({
  field: 'total_payable_amount',
  message: seen
    ? `At most ${formatMoney(invoice_currency, left)} is left to credit of ${invoice_number}, other notes considered.`
    : OVER_CREDIT,
})

/** To who may not see the original. */
export const OVER_CREDIT = 'More would be credited than the original document charges.'

export const faultOfCurrency = (
  { seen, invoice_number, invoice_currency }: Original,
  note: TaxDocument,
): FieldMessage | undefined =>
  note.invoice_currency === invoice_currency
    ? undefined
    : {
        field: 'invoice_currency',
        message: seen
          ? `${invoice_number} is in ${invoice_currency}; a note that credits it is, too.`
          : 'A note that credits a document is in its currency.',
      }
