import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { Money } from '../../../ui/Money.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ageText } from '../../../widgets/age.ts'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import { Failure } from './Failure.tsx'
import { IssueDate } from './IssueDate.tsx'
import classes from './PendingCard.module.css'

const MINUTE_MS = 60_000

type Props = { row: PendingRow; failure: string | undefined; actions: ReactNode }

/** A pending document on the approver's phone. */
export const PendingCard = ({ row, failure, actions }: Props) => {
  const age = ageText(row.modified_at, useNow(MINUTE_MS))
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <b>{row.customer.name}</b>
        <Money currency={row.invoice_currency} value={row.total_payable_amount} />
      </div>
      <Text size="sm" c="dimmed" className="figures">
        <EnvironmentSign environment={row.environment} />
        {row.invoice_number} · {row.invoice_type_description} · <IssueDate row={row} />
      </Text>
      {row.corrects_number && (
        <Text size="sm" c="dimmed">
          <Trans>Corrects {row.corrects_number}</Trans>
        </Text>
      )}
      <Failure why={failure} />
      <div className={`${classes.line} ${classes.foot}`}>
        <Text size="sm" c="dimmed">
          <Trans>
            {row.created_by_name}, waiting {age}
          </Trans>
        </Text>
        {actions}
      </div>
    </div>
  )
}
