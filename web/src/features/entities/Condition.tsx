import { Plural, Trans } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconClockExclamation } from '@tabler/icons-react'
import type { Entity } from '#contract/entities.ts'
import { told } from '../../i18n.ts'
import classes from './entities.module.css'

type Props = Pick<Entity, 'is_active' | 'obstacle' | 'certificate_warnings'>

/** Whether the company can send, told by icon, word and colour. */
export const Condition = ({ is_active, obstacle, certificate_warnings: [warning] }: Props) => {
  if (!is_active) {
    return (
      <span className={classes.condition} data-tone="neutral">
        <IconCircleOff size={16} aria-hidden />
        <Trans>Deactivated</Trans>
      </span>
    )
  }
  if (obstacle !== '') {
    return (
      <span className={classes.condition} data-tone="bad">
        <IconAlertTriangle size={16} aria-hidden />
        {told(obstacle)}
      </span>
    )
  }
  if (warning) {
    return (
      <span className={classes.condition} data-tone="waiting">
        <IconClockExclamation size={16} aria-hidden />
        <Plural
          value={warning.days_left}
          one="The signing certificate ends in # day."
          other="The signing certificate ends in # days."
        />
      </span>
    )
  }
  return (
    <span className={classes.condition} data-tone="good">
      <IconCircleCheck size={16} aria-hidden />
      <Trans>Ready</Trans>
    </span>
  )
}
