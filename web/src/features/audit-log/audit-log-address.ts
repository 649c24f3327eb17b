import { z } from 'zod'
import { AUDIT_ACTIONS, auditTarget } from '#contract/logs/audit-log.ts'
import { day, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which changes are shown. `target`: the kind and id of one thing, whose history it is then. */
export const auditLogAddress = listAddress({
  own: {
    tab: z.enum(['All', 'Admin', 'NonAdmin']),
    start_date: day,
    end_date: day,
    action: z.enum(AUDIT_ACTIONS),
    request_user: text,
    target_user: text,
    target: auditTarget,
  },
  page_sizes: [50],
})
