import { Trans, useLingui } from '@lingui/react/macro'
import { IconFlag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Today } from '#contract/dashboard.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { WINDOW_ENDING } from '#domain/documents/lifecycle.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Money } from '../../../ui/Money.tsx'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import classes from './aside.module.css'

/** What can soon not be cancelled any more; what somebody wants rejected stands first. */
export const CancelWindows = ({ windows }: { windows: NonNullable<Today['windows']> }) => {
  const { t } = useLingui()
  if (windows.count === 0) return null
  const count = countText(windows)
  const all = (
    <Link to={paths.invoices} search={{ status: WINDOW_ENDING }} className={classes.all}>
      <Trans>All {count}</Trans>
    </Link>
  )
  return (
    <Card
      title={t`Last day to cancel`}
      aside={(windows.more || windows.count > windows.rows.length) && all}
      className={classes.card ?? ''}
    >
      <ul className={classes.rows}>
        {windows.rows.map((row) => (
          <li key={row.uuid}>
            <div className={classes.line}>
              <span className={classes.named}>
                <EnvironmentSign environment={row.environment} />
                <Link to={paths.invoices} search={{ open: row.uuid }} className={classes.name}>
                  {row.invoice_number}
                </Link>
              </span>
              <span className={classes.left}>
                <TimeLeft until={row.deadline} />
              </span>
            </div>
            <div className={classes.line}>
              <span className={classes.party} title={row.other_party}>
                {row.other_party}
              </span>
              <Money currency={row.invoice_currency} value={row.total_payable_amount} />
            </div>
            {row.reject_reason !== null && (
              <p className={classes.asked} data-tone="waiting">
                <IconFlag size={14} aria-hidden />
                {isSelfBilled(row.invoice_type) ? (
                  <Trans>
                    The supplier asks you to take it back: <q>{row.reject_reason}</q>
                  </Trans>
                ) : (
                  <Trans>
                    The buyer asks you to take it back: <q>{row.reject_reason}</q>
                  </Trans>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
