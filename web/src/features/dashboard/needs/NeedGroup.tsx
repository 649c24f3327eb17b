import { Trans } from '@lingui/react/macro'
import type { TablerIcon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Tone } from '../../../ui/Badge.tsx'
import { countText } from '../../../ui/count-text.ts'
import classes from './NeedsYou.module.css'

type Props = {
  title: string
  icon: TablerIcon
  tone: Tone
  group: { count: number; more: boolean }
  /** The list that has all of them; absent for whoever may not see it. */
  all?: LinkProps | undefined
  /** What stands beneath the title: what they come to. */
  aside?: ReactNode
  /** At most a few, each a `NeedRow`. */
  children: readonly ReactNode[]
}

/** A kind of thing that needs the person: how many, the first few, and the way to all of them. */
export const NeedGroup = ({ title, icon: Icon, tone, group, all, aside, children }: Props) => {
  const id = useId()
  const count = countText(group)
  return (
    <section aria-labelledby={id} className={classes.group} data-tone={tone}>
      <header className={classes.groupHead}>
        <span className={classes.icon}>
          <Icon size={16} stroke={2} aria-hidden />
        </span>
        <h3 id={id} className={classes.groupTitle}>
          {title} <span className={classes.count}>{count}</span>
        </h3>
        {aside && <p className={classes.aside}>{aside}</p>}
        {all && (group.more || group.count > children.length) && (
          <Link {...all} className={classes.all} aria-describedby={id}>
            <Trans>All {count}</Trans>
          </Link>
        )}
      </header>
      <ul className={classes.rows}>{children}</ul>
    </section>
  )
}
