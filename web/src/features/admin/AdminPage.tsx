import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { demo } from '#contract/installation/demo.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import classes from './AdminPage.module.css'
import { ADMIN_SCREENS, DEMO_SCREEN } from './admin-screens.ts'

/** `/admin`: the way to every screen of administration. */
export const AdminPage = () => {
  const { t, i18n } = useLingui()
  const { data } = useQuery(q(demo.read))
  const screens = data && !data.gone ? [...ADMIN_SCREENS, DEMO_SCREEN] : ADMIN_SCREENS
  return (
    <Page title={t`Admin Setting`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
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
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { ScreenCards } from '../../widgets/ScreenCards.tsx'
import { ADMIN_SCREENS } from './admin-screens.ts'

/** `/admin`: the way to every screen of administration. */
export const AdminPage = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Admin Setting`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <ScreenCards screens={ADMIN_SCREENS} />
    </Page>
  )
}
