import { Trans, useLingui } from '@lingui/react/macro'
import { IconClock } from '@tabler/icons-react'
import type { SavedRule } from '#contract/shaping/rules.ts'
import { formatDate } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { dayToCome } from './content.ts'
import classes from './rules.module.css'

type Props = {
  rule: SavedRule
  /** Who asked for a change of it that waits. */
  asked_by: string | undefined
}

/** That a rule as it stands in its row is yet to begin, and when; and that a change of it waits. */
export const RuleMarks = ({ rule, asked_by: who }: Props) => {
  const { t } = useLingui()
  const day = dayToCome(rule, new Date())
  return (
    <>
      {day && <Badge tone="waiting" icon={IconClock} word={t`To come: ${formatDate(day)}`} />}
      {who && (
        <small className={classes.about}>
          <Trans>Change requested by {who}</Trans>
        </small>
      )}
    </>
  )
}
