import { useLingui } from '@lingui/react/macro'
import { paths } from '../paths.ts'
import type { Crumb } from '../ui/Page.tsx'

/** The way to a screen of administration. */
export const useAdminCrumbs = (): Crumb[] => {
  const { t } = useLingui()
  return [
    { label: t`Dashboard`, to: paths.dashboard },
    { label: t`Admin Setting`, to: paths.admin },
  ]
}
