import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PENDING_SORT_KEYS, PendingRow } from '#contract/document-rows.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { Column } from '../../../ui/table/table.ts'
import { Failure } from './Failure.tsx'

type SortKey = (typeof PENDING_SORT_KEYS)[number]
type Parts = { actions: (row: PendingRow) => ReactNode; failures: ReadonlyMap<string, string> }

/** The columns of the approval page, in the specified order; the actions stand last. */
export const usePendingColumns = ({
  actions,
  failures,
}: Parts): Column<PendingRow, SortKey | 'actions'>[] => {
  const { t } = useLingui()
  return [
    {
      key: 'sender',
      header: t`Sender`,
      cell: (row) => row.sender,
      full: (row) => row.sender,
      width_max: 220,
    },
    {
      key: 'customer.name',
      header: t`Receiver`,
      cell: (row) => row.customer.name,
      full: (row) => row.customer.name,
      width_max: 240,
    },
    {
      key: 'invoice_type',
      header: t`Document Type`,
      cell: (row) => `${row.invoice_type} ${row.invoice_type_description}`,
    },
    {
      key: 'invoice_number',
      header: t`Document Number`,
      cell: (row) => (
        <>
          {row.invoice_number}
          <Failure why={failures.get(row.uuid)} />
        </>
      ),
    },
    { key: 'invoice_date', header: t`Issue Date`, cell: (row) => <DateText value={row.invoice_date} /> },
    {
      key: 'total_payable_amount',
      header: t`Document Total`,
      align: 'right',
      cell: (row) => <Money currency={row.invoice_currency} value={row.total_payable_amount} />,
    },
    { key: 'created_by', header: t`Created By`, cell: (row) => row.created_by_name },
    { key: 'actions', header: t`Action`, cell: actions, unsorted: true, pinned_at: 0, width: 132 },
  ]
}
