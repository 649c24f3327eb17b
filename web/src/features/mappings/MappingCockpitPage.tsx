import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { ScreenCards } from '../../widgets/ScreenCards.tsx'
import { MAPPING_SCREENS } from './mapping-screens.ts'

/** `/data-mapping`: the way to what shapes documents. */
export const MappingCockpitPage = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Mapping Cockpit`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <ScreenCards screens={MAPPING_SCREENS} />
    </Page>
  )
}
