import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Failure } from './Failure.tsx'
import classes from './PendingCard.module.css'

type Props = { row: PendingRow; failure: string | undefined; actions: ReactNode }

/** A pending document on the approver's phone. */
export const PendingCard = ({ row, failure, actions }: Props) => (
  <div className={classes.card}>
    <div className={classes.line}>
      <b>{row.customer.name}</b>
      <Money currency={row.invoice_currency} value={row.total_payable_amount} />
    </div>
    <Text size="sm" c="dimmed" className="figures">
      {row.invoice_number} · {row.invoice_type_description} · <DateText value={row.invoice_date} />
    </Text>
    {row.corrects_number && (
      <Text size="sm" c="dimmed">
        <Trans>Corrects {row.corrects_number}</Trans>
      </Text>
    )}
    <Failure why={failure} />
    <div className={`${classes.line} ${classes.foot}`}>
      <Text size="sm" c="dimmed">
        {row.created_by_name}
      </Text>
      {actions}
    </div>
  </div>
)
