import { apiKeys } from '#contract/people/api-keys.ts'
import { listKeys } from '../access/list-keys.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { createKey } from './create.ts'
import { endKey } from './revoke.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

export const apiKeyRoutes = [
  on(apiKeys.list, (call) => listKeys(call, call.query)),
  on(apiKeys.create, (call) =>
    once(apiKeys.create, call, (tx) => createKey({ ...call, caller: asPerson(call.caller), tx }, call.body)),
  ),
  on(apiKeys.revoke, (call) => endKey(call, call.params.id)),
]
