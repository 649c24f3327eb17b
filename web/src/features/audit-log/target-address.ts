import type { LinkProps } from '@tanstack/react-router'
import { own } from '#codes/own.ts'
import type { AuditEvent, TargetKind } from '#contract/logs/audit-log.ts'
import { paths } from '../../paths.ts'

type Told = Pick<AuditEvent, 'action' | 'target_id' | 'target_name'>

/** Where a thing of each kind is seen; a list is narrowed to it by what it was called then. */
const ADDRESSES: Record<TargetKind, (event: Told) => LinkProps | undefined> = {
  user: ({ target_id: open }) => ({ to: paths.users, search: { open } }),
  group: () => ({ to: paths.permissions }),
  entity: ({ target_id: id }) => ({ to: paths.entity, params: { id } }),
  store_code: () => ({ to: paths.permissions, search: { tab: 'departments' } }),
  customer: ({ target_name: name }) => ({ to: paths.customers, search: { name } }),
  item: ({ target_name: search }) => ({ to: paths.items, search: { search } }),
  template: ({ target_id: uuid }) => ({ to: paths.edit, params: { uuid }, search: { isTemplate: true } }),
  document: ({ target_id: open }) => ({ to: paths.invoices, search: { open } }),
  // A look-up is called by its field and key, a hardcode by its field.
  data_mapping: ({ target_name }) => {
    const [field = '', ...key] = target_name.split(': ')
    if (key.length > 0) return { to: paths.mappingRules, search: { search: key.join(': ') } }
    return { to: paths.mappingRules, search: { tab: 'hardcode', search: field } }
  },
  enrichment: () => ({ to: paths.enrichment }),
  // It is called by its field and condition.
  validation_rule: ({ target_name }) => ({
    to: paths.validationRules,
    search: { search: target_name.split(' ')[0] },
  }),
  change_request: ({ action }) => ({
    to: paths.approvalRequests,
    search: action === 'CREATE' ? {} : { tab: 'decided' },
  }),
  report_schedule: () => ({ to: paths.report }),
  api_key: ({ target_name: name }) => ({ to: paths.apiKeys, search: { name } }),
  webhook: ({ target_id: id }) => ({ to: paths.webhook, params: { id } }),
  setting: () => ({ to: paths.settings }),
  broadcast: () => ({ to: paths.broadcasts }),
  defect: ({ target_id: open }) => ({ to: paths.support, search: { open } }),
  log: ({ target_id }) => own(LOGS, target_id),
  demo_data: () => ({ to: paths.demo }),
}

/** The logs beside this one. */
const LOGS: Readonly<Record<string, LinkProps>> = {
  'admin-activity-logs': { to: paths.activityLog },
  'user-login-report': { to: paths.loginLog },
  mails: { to: paths.mails },
}

/** The way to what was changed; none to what is gone since. */
export const addressOfTarget = (event: Told & { target_kind: string }): LinkProps | undefined =>
  event.action === 'DELETE'
    ? undefined
    : own<(typeof ADDRESSES)[TargetKind]>(ADDRESSES, event.target_kind)?.(event)
