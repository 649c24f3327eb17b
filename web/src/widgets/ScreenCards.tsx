import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { paths } from '../paths.ts'
import classes from './ScreenCards.module.css'

/** The way to one screen. */
export type ScreenCard = {
  label: MessageDescriptor
  /** What is done there. */
  about: MessageDescriptor
  icon: TablerIcon
  to: (typeof paths)[keyof typeof paths]
}

/** The screens that lie below this one, as cards. */
export const ScreenCards = ({ screens }: { screens: readonly ScreenCard[] }) => {
  const { i18n } = useLingui()
  return (
    <ul className={classes.screens}>
      {screens.map(({ label, about, icon: Icon, to }) => (
        <li key={to}>
          <Link to={to} className={classes.screen}>
            <Icon size={22} stroke={1.6} aria-hidden className={classes.icon} />
            <span className={classes.words}>
              <b>{i18n._(label)}</b>
              <span className={classes.about}>{i18n._(about)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
