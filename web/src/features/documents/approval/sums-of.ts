import type { CurrencySum } from '#contract/approvals.ts'
import type { PendingRow } from '#contract/document-rows.ts'
import { add } from '#domain/money/decimal.ts'
import { twoPlaces } from '#domain/money/format.ts'

/** What documents come to by currency, exactly, in the order of the currencies. */
export const sumsOf = (
  rows: readonly Pick<PendingRow, 'invoice_currency' | 'total_payable_amount'>[],
): CurrencySum[] =>
  [...Map.groupBy(rows, ({ invoice_currency }) => invoice_currency)]
    .map(([currency, same]) => ({
      currency,
      documents: same.length,
      total: twoPlaces(add(...same.map(({ total_payable_amount }) => total_payable_amount))),
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
