import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconArrowsExchange, IconChecks, IconRoute } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { type ScreenCard, ScreenCards } from '../../widgets/ScreenCards.tsx'

const SCREENS: readonly ScreenCard[] = [
  {
    label: msg`Validation Rules`,
    about: msg`What must hold for every document, beside what LHDN asks.`,
    icon: IconChecks,
    to: paths.validationRules,
  },
  {
    label: msg`Mapping Rules`,
    about: msg`What codes of your own systems mean here, and what is always the same.`,
    icon: IconArrowsExchange,
    to: paths.mappingRules,
  },
  {
    label: msg`Trace a Document`,
    about: msg`What each mapping, default and rule made of one document.`,
    icon: IconRoute,
    to: paths.trace,
  },
]

/** `/data-mapping`: the way to what shapes documents. */
export const MappingCockpitPage = () => {
  const { t } = useLingui()
  return (
    <Page title={t`Mapping Cockpit`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <ScreenCards screens={SCREENS} />
    </Page>
  )
}
