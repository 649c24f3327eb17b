import { approvals } from './approvals.ts'
import { customers } from './customers.ts'
import { dashboard } from './dashboard.ts'
import { defects } from './defects.ts'
import { cancellations } from './documents/cancellations.ts'
import { documents } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { entities } from './entities.ts'
import { importSteps } from './imports/steps.ts'
import { imports } from './imports.ts'
import { demo } from './installation/demo.ts'
import { mails } from './installation/mails.ts'
import { setUp } from './installation/set-up.ts'
import { settings } from './installation/settings.ts'
import { intake } from './intake.ts'
import { items } from './items.ts'
import { lists } from './lists.ts'
import { live } from './live.ts'
import { activityLog } from './logs/activity-log.ts'
import { auditLog } from './logs/audit-log.ts'
import { chain } from './logs/chain.ts'
import { commits } from './logs/commits.ts'
import { logins } from './logs/logins.ts'
import { broadcasts, messages } from './notifications/messages.ts'
import { notices } from './notifications/notices.ts'
import { unsubscribe } from './notifications/unsubscribe.ts'
import { apiKeys } from './people/api-keys.ts'
import { changeRequests } from './people/change-requests.ts'
import { groups, permissions, storeCodes } from './people/groups.ts'
import { passwords } from './people/passwords.ts'
import { profile } from './people/profile.ts'
import { session } from './people/session.ts'
import { sessions } from './people/sessions.ts'
import { users } from './people/users.ts'
import { views } from './people/views.ts'
import { reports } from './reports/reports.ts'
import { enrichment } from './shaping/enrichment.ts'
import { mappings } from './shaping/mappings.ts'
import { rules } from './shaping/rules.ts'
import { trace } from './shaping/trace.ts'
import { templates } from './templates.ts'
import { tins } from './tins.ts'
import { webhooks } from './webhooks.ts'

/** Every endpoint there is, by noun. The only gatherer: server and access table read it here. */
export const contract = {
  session,
  users,
  apiKeys,
  passwords,
  sessions,
  setUp,
  profile,
  views,
  logins,
  auditLog,
  activityLog,
  chain,
  mails,
  messages,
  broadcasts,
  notices,
  live,
  unsubscribe,
  dashboard,
  documents,
  approvals,
  cancellations,
  intake,
  imports,
  importSteps,
  entities,
  groups,
  permissions,
  storeCodes,
  changeRequests,
  demo,
  settings,
  customers,
  items,
  templates,
  reports,
  enrichment,
  mappings,
  rules,
  trace,
  tins,
  lists,
  webhooks,
  defects,
  commits,
}

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((noun): Endpoint[] =>
  Object.values(noun),
)
