import { useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TinValidation } from '#contract/tins.ts'
import { formatInstant } from '../../dates.ts'
import { ANSWER_ICONS } from './answer-icons.ts'
import classes from './TinMark.module.css'

type Props = Pick<TinValidation, 'answer' | 'checked_at'> & { children?: ReactNode }

/** What LHDN last said of a TIN with its number: one sign behind it in a list, its words on hover and for readers. */
export const TinMark = ({ answer, checked_at, children }: Props) => {
  const { t } = useLingui()
  const words = {
    matches: t`TIN matches`,
    does_not_match: t`TIN does not match this number`,
    not_checked: t`TIN not checked`,
  }[answer]
  const when = checked_at ? `, ${formatInstant(new Date(checked_at))}` : ''
  const Icon = ANSWER_ICONS[answer]
  return (
    <span className={classes.tin}>
      {children}
      <Tooltip label={words + when}>
        <Icon size={15} role="img" aria-label={words} className={classes.mark} data-answer={answer} />
      </Tooltip>
    </span>
  )
}
