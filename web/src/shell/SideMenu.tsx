import { useLingui } from '@lingui/react/macro'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePermissions, useProfile } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { menuFor } from '../widgets/menu.ts'
import classes from './SideMenu.module.css'

/** The product's screens, those this person may open, and the way out. */
export const SideMenu = () => {
  const { t, i18n } = useLingui()
  const items = menuFor(usePermissions(), useProfile().access_type)
  return (
    <nav aria-label={t`Main menu`} className={classes.menu}>
      <ul>
        {items.map(({ to, label, icon: Icon, leads_on = false }) => (
          <li key={to}>
            <Link to={to} className={classes.item} activeOptions={{ exact: !leads_on, includeSearch: false }}>
              <Icon size={18} stroke={1.7} aria-hidden />
              {i18n._(label)}
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.item} onClick={signOut}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        {t`Logout`}
      </button>
    </nav>
  )
}
