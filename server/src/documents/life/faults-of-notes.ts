import { sql } from 'kysely'
import { type Credit, chargedBy, GOING_OUT, isCrediting } from '#domain/documents/credit-limit.ts'
import { isNote, type TaxDocument } from '#domain/documents/document.ts'
import { add, compare, subtract } from '#domain/money/decimal.ts'
import { formatMoney } from '#domain/money/format.ts'
import type { FieldMessage } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Outgoing } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import {
  candidatesFor,
  creditOf,
  faultOfCurrency,
  type Original,
  OVER_CREDIT,
  originalOf,
} from './credit-limit.ts'
import { NONE, takeTurnOfNotes } from './notes-of.ts'
import { faultOfReference } from './referred.ts'

/**
 * What keeps stored notes from being sent, by their ids: a note is held to its original as it was saved, and that may
 * have fallen, been edited or only been stored since, or be about to fall (decision 045). Who sees a note sees the
 * documents of its department. No row is locked but what the caller holds: who sends and who saves would wait for each
 * other.
 */
export const faultsOfNotes = async (
  tx: Tx,
  sender_entity_id: string,
  documents: readonly Outgoing[],
): Promise<ReadonlyMap<string, FieldMessage>> => {
  const notes = documents.filter(({ invoice_type }) => isNote(invoice_type))
  const faults = new Map<string, FieldMessage>()
  if (notes.length === 0) return faults
  if (notes.some(({ content }) => content.original_inv_ref_number === NONE))
    await takeTurnOfNotes(tx, sender_entity_id, 'send')
  const candidates = await candidatesFor(tx, sender_entity_id, notes).execute()
  const leaving = await beingCancelled(tx, candidates)
  const credits = new Map<string, Credit>()
  for (const note of notes) {
    const found = originalOf(note, candidates)
    if (!found) continue
    const original = { ...found, seen: found.store_code_id === note.store_code_id }
    const fault =
      faultOfReference(original, note.content, note.environment) ??
      (leaving.has(original.id) ? faultOfLeaving(original, note.content) : undefined)
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

/** Those that LHDN is asked to cancel, or may have cancelled: it has not answered. */
const beingCancelled = async (tx: Tx, originals: readonly Pick<Original, 'id'>[]): Promise<Set<string>> => {
  const open = await on(tx)
    .selectFrom('cancellations')
    .where('document_id', '=', sql<string>`ANY(${originals.map(({ id }) => id)}::uuid[])`)
    .where('state', 'in', ['intent', 'unclear'])
    .select('document_id')
    .execute()
  return new Set(open.map(({ document_id }) => document_id))
}

/** A note that says NA would be taken while its original goes; one that names it LHDN looks at itself. */
const faultOfLeaving = (
  { seen, invoice_number }: Original,
  { original_inv_ref_number }: TaxDocument,
): FieldMessage | undefined =>
  original_inv_ref_number === NONE
    ? {
        field: 'original_inv_ref_number',
        message: seen
          ? `${invoice_number} is being cancelled. Retry once LHDN has answered.`
          : 'The document that this note corrects is being cancelled. Retry once LHDN has answered.',
      }
    : undefined

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
