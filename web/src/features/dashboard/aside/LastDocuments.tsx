import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Today } from '#contract/dashboard.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { Money } from '../../../ui/Money.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { EnvironmentSign } from '../../../widgets/EnvironmentMark.tsx'
import classes from './aside.module.css'

/** The documents that were made last, and how each stands now. */
export const LastDocuments = ({ rows }: { rows: NonNullable<Today['recent']> }) => {
  const { t } = useLingui()
  return (
    <Card title={t`Last documents`} className={`${classes.card} ${classes.roomy}`}>
      {rows.length === 0 && <p className={classes.none}>{t`No documents here yet.`}</p>}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.uuid} className={classes.document}>
            <div className={classes.line}>
              <span className={classes.named}>
                <EnvironmentSign environment={row.environment} />
                <Link to={paths.invoices} search={{ open: row.uuid }} className={classes.name}>
                  {row.invoice_number}
                </Link>
              </span>
              <Money currency={row.invoice_currency} value={row.total_payable_amount} />
            </div>
            <div className={classes.line}>
              <span className={classes.party} title={row.other_party}>
                {row.other_party}
              </span>
              <StatusBadge status={row.status} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
