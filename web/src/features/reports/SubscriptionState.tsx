import { Trans, useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconLoader,
  IconMailPause,
  IconPlayerPause,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import type { Subscription } from '#contract/reports/reports.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { told } from '../../i18n.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { howFar, isBeingMade } from '../../widgets/report-run/report-run.ts'
import classes from './reports.module.css'
import { isMailLate } from './use-running.ts'
import { PAUSED } from './words.ts'

/** How a schedule stands, and why where it does not go on. */
export const SubscriptionState = ({ row }: { row: Subscription }) => {
  const { i18n } = useLingui()
  const now_ms = useNow(MINUTE_MS)
  if (row.state === 'paused') {
    return (
      <Told why={i18n._(PAUSED)}>
        <Badge tone="waiting" icon={IconPlayerPause} word={<Trans>Paused</Trans>} />
      </Told>
    )
  }
  if (row.state === 'failing') {
    return (
      <Told why={told(row.last_run?.fault ?? '')}>
        <Badge tone="bad" icon={IconAlertTriangle} word={<Trans>Failed</Trans>} />
      </Told>
    )
  }
  if (row.last_run && isBeingMade(row.last_run.state)) {
    return (
      <Told why={howFar(row.last_run, i18n)}>
        <Badge tone="moving" icon={IconLoader} word={<Trans>Generating..</Trans>} />
      </Told>
    )
  }
  if (row.last_run?.state === 'skipped') {
    return <Badge tone="neutral" icon={IconPlayerSkipForward} word={<Trans>Skipped, was empty</Trans>} />
  }
  if (isMailLate(row, now_ms)) {
    // Their files are the owner's alone.
    return (
      <Told why={row.is_own && <Trans>The file lies under Past Requested Reports.</Trans>}>
        <Badge tone="waiting" icon={IconMailPause} word={<Trans>Made, not mailed</Trans>} />
      </Told>
    )
  }
  return <Badge tone="good" icon={IconCircleCheck} word={<Trans>Active</Trans>} />
}

const Told = ({ why, children }: { why: React.ReactNode; children: React.ReactNode }) => (
  <span className={classes.told}>
    {children}
    {why && <span className={classes.why}>{why}</span>}
  </span>
)
