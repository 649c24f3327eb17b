import { useLingui } from '@lingui/react/macro'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PENDING_SORT_KEYS, PendingRow } from '#contract/document-rows.ts'
import { formatMoney } from '#domain/money/format.ts'
import { Money } from '../../../ui/Money.tsx'
import type { Column } from '../../../ui/table/table.ts'
import { useNow } from '../../../ui/use-now.ts'
import { ageText } from '../../../widgets/age.ts'
import { Failure } from './Failure.tsx'
import { IssueDate } from './IssueDate.tsx'
import classes from './pending-columns.module.css'

const MINUTE_MS = 60_000

type SortKey = (typeof PENDING_SORT_KEYS)[number]
type Parts = { actions: (row: PendingRow) => ReactNode; failures: ReadonlyMap<string, string> }

/**
 * The columns of the approval page, in the specified order, and how long each waits; the actions stand last. With
 * little room the sender, the type and the wait stand beneath the receiver, the number and who made it, so that what a
 * decision is about never lies outside the window.
 */
export const usePendingColumns = ({
  actions,
  failures,
}: Parts): Column<PendingRow, SortKey | 'actions'>[] => {
  const { t } = useLingui()
  const now_ms = useNow(MINUTE_MS)
  const waitOf = (row: PendingRow) => ageText(row.modified_at, now_ms)
  return [
    {
      key: 'sender',
      header: t`Sender`,
      cell: (row) => row.sender,
      full: (row) => row.sender,
      width: 124,
      roomy: true,
    },
    {
      key: 'customer.name',
      header: t`Receiver`,
      cell: (row) => <WithMore more={row.sender}>{row.customer.name}</WithMore>,
      full: (row) => row.customer.name,
    },
    {
      key: 'invoice_type',
      header: t`Document Type`,
      cell: typeOf,
      full: typeOf,
      width: 124,
      roomy: true,
    },
    {
      key: 'invoice_number',
      header: t`Document Number`,
      cell: (row) => (
        <>
          <WithMore more={typeOf(row)}>
            {row.invoice_number} <Corrects number={row.corrects_number} />
          </WithMore>
          <Failure why={failures.get(row.uuid)} />
        </>
      ),
      width: 172,
    },
    {
      key: 'invoice_date',
      header: t`Issue Date`,
      cell: (row) => <IssueDate row={row} />,
      width: 108,
    },
    {
      key: 'total_payable_amount',
      header: t`Document Total`,
      align: 'right',
      cell: (row) => <Money currency={row.invoice_currency} value={row.total_payable_amount} />,
      full: (row) => formatMoney(row.invoice_currency, row.total_payable_amount),
      width: 132,
    },
    {
      key: 'created_by',
      header: t`Created By`,
      cell: (row) => <WithMore more={waitOf(row)}>{row.created_by_name}</WithMore>,
      full: (row) => row.created_by_name,
      width: 112,
    },
    { key: 'modified_at', header: t`Waiting`, cell: waitOf, full: waitOf, width: 88, roomy: true },
    { key: 'actions', header: t`Action`, cell: actions, acts: true, pinned_at: 0, width: 132 },
  ]
}

/** A mark, so that no row is higher than others; the preview says it in words. */
const Corrects = ({ number }: { number: string }) => {
  const { t } = useLingui()
  const words = t`Corrects ${number}`
  if (!number) return null
  return (
    <span title={words}>
      <IconArrowBackUp size={15} role="img" aria-label={words} className={classes.mark} />
    </span>
  )
}

const typeOf = (row: PendingRow) => `${row.invoice_type} ${row.invoice_type_description}`

/** What has a column of its own where there is room for it stands beneath where there is not. */
const WithMore = ({ more, children }: { more: string; children: ReactNode }) => (
  <>
    {children}
    <small className={classes.more}>{more}</small>
  </>
)
