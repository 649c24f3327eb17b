import { Trans, useLingui } from '@lingui/react/macro'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Today } from '#contract/dashboard.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { Card } from '../../../ui/Card.tsx'
import { InstantText } from '../../../ui/DateText.tsx'
import { useNow } from '../../../ui/use-now.ts'
import classes from './NeedsYou.module.css'
import { useDraftGroup } from './use-draft-group.tsx'
import { useNeedGroups } from './use-need-groups.tsx'

/** What this person can do something about, first of all; calm where there is nothing. */
export const NeedsYou = ({ today }: { today: Today }) => {
  const { t } = useLingui()
  const now_ms = useNow(MINUTE_MS)
  const groups = [...useNeedGroups(today, now_ms), ...useDraftGroup()]
  return (
    <Card title={t`Needs you`} className={classes.card ?? ''}>
      {groups.length > 0 ? groups : <Nothing last_decided_at={today.last_decided_at} />}
    </Card>
  )
}

const Nothing = ({ last_decided_at }: { last_decided_at: string | null }) => (
  <div className={classes.calm} data-tone="good">
    <IconCircleCheck size={28} stroke={1.5} aria-hidden />
    <p className={classes.calmTitle}>
      <Trans>Nothing needs you.</Trans>
    </p>
    {last_decided_at && (
      <p>
        <Trans>
          Last decided <InstantText value={last_decided_at} />.
        </Trans>
      </p>
    )}
  </div>
)
