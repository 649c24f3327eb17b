import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'

/** The way to the form, and back to where documents are begun. */
export const useFormCrumbs = () => {
  const { t } = useLingui()
  return [
    { label: t`Dashboard`, to: paths.dashboard },
    { label: t`Create E-Invoice Management`, to: paths.createDocument },
  ]
}
