import { apiKeys } from './api-keys.ts'
import { chain } from './audit/chain.ts'
import { changeRequests } from './change-requests.ts'
import { customers } from './customers.ts'
import { dashboard } from './dashboard.ts'
import { documents } from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import { entities } from './entities.ts'
import { groups, permissions, storeCodes } from './groups.ts'
import { demo } from './installation/demo.ts'
import { mails } from './installation/mails.ts'
import { setUp } from './installation/set-up.ts'
import { intake } from './intake.ts'
import { items } from './items.ts'
import { lists } from './lists.ts'
import { logins } from './logins.ts'
import { activityLog } from './logs/activity-log.ts'
import { auditLog } from './logs/audit-log.ts'
import { mails } from './mails.ts'
import { passwords } from './passwords.ts'
import { profile } from './profile.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { templates } from './templates.ts'
import { tins } from './tins.ts'
import { users } from './users.ts'

/** Every endpoint there is, by noun. The only gatherer: server and access table read it here. */
export const contract = {
  session,
  users,
  apiKeys,
  passwords,
  sessions,
  setUp,
  profile,
  logins,
  auditLog,
  activityLog,
  chain,
  mails,
  dashboard,
  documents,
  intake,
  entities,
  groups,
  permissions,
  storeCodes,
  changeRequests,
  demo,
  customers,
  items,
  templates,
  tins,
  lists,
}

export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((noun): Endpoint[] =>
  Object.values(noun),
)
