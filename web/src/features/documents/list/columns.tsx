import { useLingui } from '@lingui/react/macro'
import { IconFlagFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SORT_KEYS, SummaryRow } from '#contract/document-rows.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { formatMoney } from '#domain/money/format.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { formatInstant } from '../../../dates.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { StatusBadge, useStatusWidth } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table/table.ts'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import classes from './columns.module.css'

export type ColumnKey = (typeof SORT_KEYS)[number] | 'created_by_name'
type OnStatus = (row: SummaryRow) => void

/** It has less room beside a panel. */
export const RECEIVER = 'var(--receiver, 144px)'

/** The 13 columns of the list, in the specified order, and who made each, which is folded at first. */
export const useColumns = (onStatus: OnStatus): Column<SummaryRow, ColumnKey>[] => {
  const { t } = useLingui()
  const status_px = useStatusWidth()
  return [
    { key: 'sender_store_code', header: t`Department Code`, cell: (row) => row.sender_store_code },
    { key: 'sender.name', header: t`Supplier Name`, ...named((row) => row.sender.name, 128) },
    { key: 'customer.name', header: t`Receiver Name`, ...named((row) => row.customer.name, RECEIVER) },
    {
      key: 'customer.identity_number',
      header: t`Receiver ID`,
      ...named((row) => row.customer.identity_number, 110),
    },
    {
      key: 'invoice_type',
      header: t`Doc Type`,
      ...named((row) => `${row.invoice_type} ${row.invoice_type_description}`, 84),
    },
    {
      key: 'invoice_number',
      header: t`Doc Number`,
      cell: (row) => (
        // A link, so that it can be opened in a tab of its own.
        <Link
          to="."
          search={(search) => ({ ...search, open: row.uuid })}
          preload={false}
          resetScroll={false}
          className={classes.number}
        >
          <EnvironmentSign environment={row.environment} />
          {row.invoice_number}
        </Link>
      ),
      full: (row) => row.invoice_number,
    },
    {
      key: 'invoice_date',
      header: t`Issue Date`,
      cell: (row) => dated(row.invoice_date),
    },
    { key: 'contract_number', header: t`Contract #`, ...named((row) => row.contract_number, 92) },
    { key: 'agent_number', header: t`Agent #`, ...named((row) => row.agent_number, 72) },
    {
      key: 'submission_date',
      header: t`Submission Date`,
      cell: (row) => dated(row.submission_date && malaysianDate(new Date(row.submission_date))),
      full: (row) => (row.submission_date ? formatInstant(new Date(row.submission_date)) : ''),
    },
    {
      key: 'total_payable_amount',
      header: t`Document Total`,
      align: 'right',
      cell: (row) => <Money currency={row.invoice_currency} value={row.total_payable_amount} />,
      full: (row) => formatMoney(row.invoice_currency, row.total_payable_amount),
      pinned_at: status_px,
      width: 132,
    },
    {
      key: 'status',
      header: t`Status`,
      cell: (row) => <StatusButton row={row} onStatus={onStatus} />,
      pinned_at: 0,
      width: status_px,
    },
    { key: 'source', header: t`Source`, cell: (row) => row.source },
    { key: 'created_by_name', header: t`Created By`, ...maker },
  ]
}

/**
 * A text of a fixed width (px, or what CSS says), cut where it is longer, with the whole of it on hover. Columns that
 * depend on what a page holds would jump from page to page, and half of one could lie beneath the pinned ones.
 */
export const named = (text: (row: SummaryRow) => string, width: number | string) => ({
  cell: (row: SummaryRow) => (
    <div className={classes.cut} style={{ width }}>
      {text(row) || '–'}
    </div>
  ),
  full: text,
})

/** No index has that order. */
const maker = { ...named((row) => row.created_by_name, 128), unsorted: true } as const

/** As wide without a date: a row that gets its own while it is looked at moves nothing. */
const dated = (value: string | null) => (
  <div style={{ width: 82 }}>
    <DateText value={value} />
  </div>
)

export const StatusButton = ({ row, onStatus }: { row: SummaryRow; onStatus: OnStatus }) => {
  const { t } = useLingui()
  const asked = isSelfBilled(row.invoice_type)
    ? t`The supplier asked for rejection`
    : t`The buyer asked for rejection`
  return (
    <button
      type="button"
      className={classes.status}
      title={t`Submission Details`}
      onClick={() => onStatus(row)}
    >
      <StatusBadge status={row.status} />
      {row.reject_request && <IconFlagFilled size={15} role="img" aria-label={asked} />}
    </button>
  )
}
