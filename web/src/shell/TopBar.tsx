import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Avatar, Burger, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { initialsOf } from '../session/initials.ts'
import { useProfile } from '../session/session.ts'
import { Mark } from '../ui/Mark.tsx'
import { EnvironmentBadge } from './EnvironmentBadge.tsx'
import { NoticeBell } from './notices/NoticeBell.tsx'
import { RecentErrors } from './RecentErrors.tsx'
import { SchemeToggle } from './SchemeToggle.tsx'
import classes from './TopBar.module.css'

type Props = { menuOpen: boolean; onMenu: () => void; onSearch: () => void }

export const TopBar = ({ menuOpen, onMenu, onSearch }: Props) => {
  const { t } = useLingui()
  const person = useProfile()
  const { first_name, last_name, image } = person
  return (
    <header className={classes.bar}>
      <Burger opened={menuOpen} onClick={onMenu} size="sm" hiddenFrom="md" aria-label={t`Menu`} />
      <Link to={paths.dashboard} className={classes.title}>
        <Mark size={26} />
        <span>Lulus</span>
      </Link>
      <EnvironmentBadge />
      <div className={classes.space} />
      <span className={classes.welcome}>
        <Trans>
          Welcome back, {first_name} {last_name} !
        </Trans>
      </span>
      <Tooltip label={t`Search and go to (Ctrl+K)`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t`Search and go to`}
          aria-keyshortcuts="Control+K"
          visibleFrom="sm"
          onClick={onSearch}
        >
          <IconSearch size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <SchemeToggle />
      <RecentErrors />
      <NoticeBell />
      <Link to={paths.account} className={classes.account}>
        <Avatar size={32} radius="xl" src={image || null} alt="" aria-hidden color="ink" variant="light">
          {initialsOf(person)}
        </Avatar>
        <span>
          <Trans>My Account</Trans>
        </span>
      </Link>
    </header>
  )
}
