import { Link } from '@tanstack/react-router'
import type { SummaryRow } from '#contract/document-rows.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import { StatusButton } from './columns.tsx'
import classes from './InvoiceCard.module.css'

type Props = { row: SummaryRow; onStatus: (row: SummaryRow) => void }

/** A row of the list on a phone: what one looks for first. */
export const InvoiceCard = ({ row, onStatus }: Props) => (
  <div className={classes.card}>
    <Link
      to="."
      search={(search) => ({ ...search, open: row.uuid })}
      preload={false}
      resetScroll={false}
      className={classes.open}
    >
      <span className={classes.line}>
        <b>{row.customer.name}</b>
        <Money currency={row.invoice_currency} value={row.total_payable_amount} />
      </span>
      <span className={classes.quiet}>
        <span>
          <EnvironmentSign environment={row.environment} />
          {row.invoice_number}
        </span>
        <span>
          {row.invoice_type_description} · <DateText value={row.invoice_date} />
        </span>
      </span>
    </Link>
    <span>
      <StatusButton row={row} onStatus={onStatus} />
    </span>
  </div>
)
