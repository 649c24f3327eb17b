import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ViewedList } from '#contract/people/views.ts'
import { paths } from '../paths.ts'

type Place = {
  to: (typeof paths)[keyof typeof paths]
  label: MessageDescriptor
  /** The screen that leads there, where it is not a screen of the menu itself. */
  below?: (typeof paths)[keyof typeof paths]
}

/** Where the lists are whose views are kept by name. */
export const VIEWED_PLACES: Readonly<Record<ViewedList, Place>> = {
  invoices: { to: paths.invoices, label: msg`E-Invoices` },
  pending: { to: paths.approval, label: msg`Approvals` },
  previous: { to: paths.createDocument, label: msg`Previous Documents` },
  customers: { to: paths.customers, label: msg`Customers` },
  items: { to: paths.items, label: msg`Saved Items` },
  defects: { to: paths.support, label: msg`Support` },
  users: { to: paths.users, label: msg`User Management` },
  api_keys: { to: paths.apiKeys, label: msg`API Key Management` },
  webhooks: { to: paths.webhooks, label: msg`Webhooks` },
  broadcasts: { to: paths.broadcasts, label: msg`Broadcast Messages` },
  mappings: { to: paths.mappingRules, label: msg`Mapping Rules`, below: paths.dataMapping },
  rules: { to: paths.validationRules, label: msg`Validation Rules`, below: paths.dataMapping },
  audit_log: { to: paths.auditLog, label: msg`User Audit Logs` },
  activity_log: { to: paths.activityLog, label: msg`Admin Activity Logs` },
  login_log: { to: paths.loginLog, label: msg`User Login Report` },
}
