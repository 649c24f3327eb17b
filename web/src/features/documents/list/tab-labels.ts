import { useLingui } from '@lingui/react/macro'
import type { Tab } from '#domain/documents/lifecycle.ts'

export const useTabLabels = (): Record<Tab, string> => {
  const { t } = useLingui()
  return {
    All: t`All`,
    'Pending Approval': t`Pending Approval`,
    Failed: t`Failed`,
    Validated: t`Validated`,
    'Approval Rejected': t`Approval Rejected`,
    'User Cancelled': t`User Cancelled`,
    OnHold: t`OnHold`,
    'In Progress': t`In Progress`,
    Invalid: t`Invalid`,
  }
}
