import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { demo } from '#contract/installation/demo.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { ScreenCards } from '../../widgets/ScreenCards.tsx'
import { ADMIN_SCREENS, DEMO_SCREEN } from './admin-screens.ts'

/** `/admin`: the way to every screen of administration. */
export const AdminPage = () => {
  const { t } = useLingui()
  const { data } = useQuery(q(demo.read))
  return (
    <Page title={t`Admin Setting`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <ScreenCards screens={data && !data.gone ? [...ADMIN_SCREENS, DEMO_SCREEN] : ADMIN_SCREENS} />
    </Page>
  )
}
