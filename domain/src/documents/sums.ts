import { add, type Decimal, subtract } from '../money/decimal.ts'
import { twoPlaces } from '../money/format.ts'
import { isCrediting } from './credit-limit.ts'
import { isSelfBilled } from './document.ts'

/**
 * What a document's total is to the company that issues it: charged to others or given back to them, or, self-billed,
 * owed by the company itself or taken back from what it owes.
 */
export const SUM_KINDS = ['charged', 'credited', 'self_billed', 'self_billed_credited'] as const
export type SumKind = (typeof SUM_KINDS)[number]

/** What documents of one currency and kind come to; what is given back has a minus. */
export type Sum = { currency: string; kind: SumKind; documents: number; total: Decimal }

/** Some documents of one currency and type, with their totals as they stand on them. */
export type Summed = Pick<Sum, 'currency' | 'documents' | 'total'> & { invoice_type: string }

/** Of which kind a type is. Credit and refund notes bear what they give back as a positive total. */
export const kindOf = (invoice_type: string): SumKind => {
  if (isSelfBilled(invoice_type)) return isCrediting(invoice_type) ? 'self_billed_credited' : 'self_billed'
  return isCrediting(invoice_type) ? 'credited' : 'charged'
}

/** What documents come to by currency and kind, exactly, in the order of both. */
export const sumsOf = (parts: readonly Summed[]): Sum[] =>
  [...new Set(parts.map(({ currency }) => currency))].toSorted().flatMap((currency) =>
    SUM_KINDS.flatMap((kind) => {
      const same = parts.filter((part) => part.currency === currency && kindOf(part.invoice_type) === kind)
      if (same.length === 0) return []
      const total = add(...same.map((part) => part.total))
      return [
        {
          ...{ currency, kind },
          documents: same.reduce((count, { documents }) => count + documents, 0),
          total: twoPlaces(kind.endsWith('credited') ? subtract('0', total) : total),
        },
      ]
    }),
  )
