import { useLingui } from '@lingui/react/macro'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PENDING_SORT_KEYS, PendingRow } from '#contract/document-rows.ts'
import { formatMoney } from '#domain/money/format.ts'
import { type CalendarDate, malaysianDate } from '#domain/time/dates.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { formatDate, formatInstant } from '../../../dates.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Beneath } from '../../../ui/table/Beneath.tsx'
import type { Column } from '../../../ui/table/table.ts'
import { useNow } from '../../../ui/use-now.ts'
import { ageText } from '../../../widgets/age.ts'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import { toneOfWait } from './age-tones.ts'
import { DueWords, dueText } from './Due.tsx'
import { Failure } from './Failure.tsx'
import classes from './pending-columns.module.css'

type SortKey = (typeof PENDING_SORT_KEYS)[number]
type Parts = { actions: (row: PendingRow) => ReactNode; failures: ReadonlyMap<string, string> }

/**
 * The columns of the approval page, in the specified order, and since when each waits; the actions stand last. Until
 * when a consolidated one is due, which few are, stands beneath its date. With little room the sender, the type and the
 * wait stand beneath the receiver, the number and who made it, so that what a decision is about never lies outside the
 * window.
 */
export const usePendingColumns = ({
  actions,
  failures,
}: Parts): Column<PendingRow, SortKey | 'actions'>[] => {
  const { t } = useLingui()
  const now_ms = useNow(MINUTE_MS)
  const today = malaysianDate(new Date(now_ms))
  const waitOf = useWait(now_ms)
  return [
    {
      key: 'sender',
      header: t`Sender`,
      cell: (row) => row.sender,
      full: (row) => row.sender,
      width: 104,
      roomy: true,
    },
    {
      key: 'customer.name',
      header: t`Receiver`,
      cell: (row) => (
        <>
          {row.customer.name}
          <Beneath narrow>{row.sender}</Beneath>
        </>
      ),
      full: (row) => row.customer.name,
    },
    {
      key: 'invoice_type',
      header: t`Document Type`,
      cell: typeOf,
      full: typeOf,
      width: 96,
      roomy: true,
    },
    numberColumn(t`Document Number`, failures),
    dateColumn(t`Issue Date`, today),
    { key: 'due', header: t`Due`, cell: (row) => dueText(row, today), beneath: true },
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
      cell: (row) => (
        <>
          {row.created_by_name}
          <Beneath narrow tone={toneOfWait(row.modified_at, now_ms)}>
            {waitOf(row)}
          </Beneath>
        </>
      ),
      full: (row) => `${row.created_by_name}, ${waitOf(row)}`,
      width: 104,
    },
    sinceColumn(t`Waiting Since`, waitOf, now_ms),
    { key: 'actions', header: t`Action`, cell: actions, acts: true, pinned_at: 0, width: 124 },
  ]
}

const numberColumn = (header: string, failures: Parts['failures']): Column<PendingRow, 'invoice_number'> => ({
  key: 'invoice_number',
  header,
  cell: (row) => (
    <>
      <EnvironmentSign environment={row.environment} />
      {row.invoice_number} <Corrects number={row.corrects_number} />
      <Beneath narrow>{typeOf(row)}</Beneath>
      <Failure why={failures.get(row.uuid)} />
    </>
  ),
  width: 156,
})

/** Beneath it, of few, until when it must reach LHDN. */
const dateColumn = (header: string, today: CalendarDate): Column<PendingRow, 'invoice_date'> => ({
  key: 'invoice_date',
  header,
  cell: (row) => (
    <>
      <DateText value={row.invoice_date} />
      {row.due && (
        <Beneath>
          <DueWords row={row} today={today} />
        </Beneath>
      )}
    </>
  ),
  full: (row) => [formatDate(row.invoice_date), dueText(row, today)].filter(Boolean).join(', '),
  width: 108,
})

/** The day; the instant and how long that is, on hover. */
const sinceColumn = (
  header: string,
  waitOf: (row: PendingRow) => string,
  now_ms: number,
): Column<PendingRow, 'modified_at'> => ({
  key: 'modified_at',
  header,
  cell: (row) => (
    <span className={classes.tone} data-tone={toneOfWait(row.modified_at, now_ms)}>
      <DateText value={malaysianDate(new Date(row.modified_at))} />
    </span>
  ),
  full: (row) => `${formatInstant(new Date(row.modified_at))}, ${waitOf(row)}`,
  width: 100,
  roomy: true,
})

/** How long a document waits, which moves on by itself. */
const useWait = (now_ms: number) => {
  const { t } = useLingui()
  return (row: PendingRow) => {
    const age = ageText(row.modified_at, now_ms)
    return t`waiting ${age}`
  }
}

/** A mark, as there is no room for its words; the preview says them. */
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
