import { useLingui } from '@lingui/react/macro'
import type { SummaryRow } from '#contract/document-rows.ts'
import type { Column } from '../../../ui/table/table.ts'
import { otherParty } from '../other-party.ts'
import { type ColumnKey, named, RECEIVER } from './columns.tsx'

/** What a row is known by beside its details, which say all the rest. */
const KEPT: readonly ColumnKey[] = ['customer.name', 'invoice_number', 'total_payable_amount', 'status']

/**
 * Those of these columns that stay beside the details. The receiver of every self-billed document is the company
 * itself: there its supplier tells it from others.
 */
export const useKeptColumns = (columns: readonly Column<SummaryRow, ColumnKey>[]) => {
  const { t } = useLingui()
  const party = named((row) => otherParty(row.invoice_type, row.sender.name, row.customer.name), RECEIVER)
  return columns
    .filter(({ key }) => KEPT.includes(key))
    .map((column) =>
      column.key === 'customer.name'
        ? // Nothing sorts by it.
          { ...column, ...party, header: t`Other Party`, unsorted: true as const }
        : column,
    )
}
