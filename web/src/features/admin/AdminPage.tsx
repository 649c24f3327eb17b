import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import classes from './AdminPage.module.css'
import { ADMIN_SCREENS } from './admin-screens.ts'

/** `/admin`: the way to every screen of administration. */
export const AdminPage = () => {
  const { t, i18n } = useLingui()
  return (
    <Page title={t`Admin Setting`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <ul className={classes.screens}>
        {ADMIN_SCREENS.map(({ label, about, icon: Icon, to }) => (
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
    </Page>
  )
}
