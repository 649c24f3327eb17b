import { sql } from 'kysely'
import { type Credit, chargedBy, GOING_OUT, isCrediting } from '#domain/documents/credit-limit.ts'
import { isNote } from '#domain/documents/document.ts'
import { add, compare, subtract } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import type { FieldMessage } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outgoing } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import {
  creditOf,
  faultOfCurrency,
  namesOf,
  OF_ORIGINAL,
  type Original,
  OVER_CREDIT,
  refersTo,
} from './credit-limit.ts'
import { faultOfReference } from './referred.ts'

/**
 * What keeps stored notes from being sent, by their ids: a note is held to its original as it was saved, and that may
 * have fallen, been edited or only been stored since (decision 045). Who sees a note sees the documents of its
 * department. Nothing is locked but what the caller holds: who sends and who saves would wait for each other.
 */
export const faultsOfNotes = async (
  tx: Tx,
  sender_entity_id: string,
  documents: readonly Outgoing[],
): Promise<ReadonlyMap<string, FieldMessage>> => {
  const notes = documents.filter(({ invoice_type }) => isNote(invoice_type))
  const faults = new Map<string, FieldMessage>()
  if (notes.length === 0) return faults
  const candidates = await candidatesFor(tx, sender_entity_id, notes)
  const credits = new Map<string, Credit>()
  for (const note of notes) {
    const found = originalOf(note, candidates)
    if (!found) continue
    const original = { ...found, seen: found.store_code_id === note.store_code_id }
    const fault = faultOfReference(original, note.content, note.environment)
    if (fault) faults.set(note.id, fault)
    else if (isCrediting(note.invoice_type)) {
      const credit = credits.get(original.id) ?? (await creditGoingOut(tx, original))
      credits.set(original.id, credit)
      const excess = faultOfCurrency(original, note.content) ?? faultOfCredit(original, credit)
      if (!excess) continue
      faults.set(note.id, excess)
      // It does not go out, so the next one may fit.
      const credited = subtract(credit.credited, chargedBy(note.content))
      credits.set(original.id, { ...credit, credited })
    }
  }
  return faults
}

/** The cancelled ones by an index of their own (`documents_number_given_back`). */
const candidatesFor = (tx: Tx, company: string, notes: readonly Outgoing[]) => {
  const { uuids, numbers } = namesOf(notes)
  return on(tx)
    .selectFrom('documents')
    .where('sender_entity_id', '=', company)
    .where(
      sql<boolean>`(authority_uuid = ANY(${uuids}::text[])
        OR (invoice_number = ANY(${numbers}::text[]) AND status <> 'User Cancelled')
        OR (invoice_number = ANY(${numbers}::text[]) AND status = 'User Cancelled'))`,
    )
    .select([...OF_ORIGINAL, 'modified_at'])
    .execute()
}

type Candidate = Awaited<ReturnType<typeof candidatesFor>>[number]

/**
 * Of several that bear the number the one that stands. One that was cancelled before the note was made is none: the
 * number was free, and is a stranger's.
 */
const originalOf = (note: Outgoing, candidates: readonly Candidate[]): Candidate | undefined => {
  const { content, created_at } = note
  const bearing = candidates.filter(
    (one) =>
      refersTo(note, { ...one, seen: true }) &&
      (one.status !== 'User Cancelled' ||
        one.authority_uuid === content.original_inv_ref_number ||
        one.modified_at > created_at),
  )
  return bearing.find(({ status }) => status !== 'User Cancelled') ?? bearing[0]
}

const creditGoingOut = (tx: Tx, original: Original) =>
  creditOf(tx, original, { counted: GOING_OUT, left_out: [] })

/** `credited`: with the note itself, which is about to go out. */
const faultOfCredit = (
  { seen, invoice_number, invoice_currency }: Original,
  { charged, debited, credited }: Credit,
): FieldMessage | undefined => {
  const charges = add(charged, debited)
  if (compare(credited, charges) <= 0) return undefined
  const [much, little] = [credited, charges].map((amount) => formatMoney(invoice_currency, amount))
  return {
    field: 'total_payable_amount',
    message: seen
      ? `The notes of ${invoice_number} would credit ${much} together; it charges ${little} by now.`
      : OVER_CREDIT,
  }
}
