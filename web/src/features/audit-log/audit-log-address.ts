import { AUDIT_ACTIONS, AUDIT_TARGET, TARGET_KINDS } from '#contract/logs/audit-log.ts'
import { choice, day, matching, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which changes are shown. `target`: the kind and id of one thing, whose history it is then. */
export const auditLogAddress = listAddress({
  own: {
    tab: choice(['All', 'Admin', 'NonAdmin']),
    start_date: day,
    end_date: day,
    action: choice(AUDIT_ACTIONS),
    request_user: text,
    target_user: text,
    target_kind: choice(TARGET_KINDS),
    field: text,
    target: matching(AUDIT_TARGET),
  },
  page_sizes: [50],
  views: 'audit_log',
})
