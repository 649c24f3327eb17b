import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PendingRow } from '#contract/document-rows.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { useProfile } from '../../../session/session.ts'
import { DateText } from '../../../ui/DateText.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ageText } from '../../../widgets/age.ts'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import { otherParty } from '../other-party.ts'
import { toneOfWait } from './age-tones.ts'
import { DueWords } from './Due.tsx'
import { Failure } from './Failure.tsx'
import classes from './PendingCard.module.css'
import tones from './pending-columns.module.css'

type Props = { row: PendingRow; failure: string | undefined; actions: ReactNode }

/** A pending document on the approver's phone. */
export const PendingCard = ({ row, failure, actions }: Props) => {
  const now_ms = useNow(MINUTE_MS)
  const age = ageText(row.modified_at, now_ms)
  const has_several = useProfile().sender_entities.length > 1
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <b>{otherParty(row.invoice_type, row.sender, row.customer.name)}</b>
        <Money currency={row.invoice_currency} value={row.total_payable_amount} />
      </div>
      <Text size="sm" c="dimmed" className="figures">
        <EnvironmentSign environment={row.environment} />
        {row.invoice_number} · {row.invoice_type_description} · <DateText value={row.invoice_date} />
      </Text>
      {row.due && (
        <Text size="sm">
          <DueWords row={row} today={malaysianDate(new Date(now_ms))} />
        </Text>
      )}
      {has_several && (
        <Text size="sm" c="dimmed">
          {row.tenant_account}
        </Text>
      )}
      {row.corrects_number && (
        <Text size="sm" c="dimmed">
          <Trans>Corrects {row.corrects_number}</Trans>
        </Text>
      )}
      <Failure why={failure} />
      <div className={`${classes.line} ${classes.foot}`}>
        <Text
          size="sm"
          className={`${tones.words} ${tones.tone}`}
          data-tone={toneOfWait(row.modified_at, now_ms)}
        >
          <Trans>
            {row.created_by_name}, waiting {age}
          </Trans>
        </Text>
        {actions}
      </div>
    </div>
  )
}
