import { changeRequests } from '#contract/people/change-requests.ts'
import { groups, permissions, storeCodes } from '#contract/people/groups.ts'
import type { Caller } from '#domain/access/caller.ts'
import { FLAGS } from '#domain/access/flags.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { ask } from './ask.ts'
import { groupsWithRequests, storesWithRequests } from './catalogue.ts'
import { decideRequest, withdrawRequest } from './decide.ts'
import { listDecided, listRequests } from './list.ts'
import { previewChange } from './preview.ts'
import { groupWish, storeWish } from './wishes.ts'

const on = routesWith<{ db: Db; secret_key: string; public_url: string }>()

/** Only people are superadmins. */
const inPerson = <C extends { caller: Caller }>(call: C) => ({ ...call, caller: asPerson(call.caller) })

export const changeRequestRoutes = [
  on(groups.list, (call) => groupsWithRequests(call)),
  on(permissions.list, async () => ({ results: FLAGS.map((flag) => ({ id: flag, name: flag })) })),
  on(storeCodes.list, (call) => storesWithRequests(call)),
  on(changeRequests.previewGroup, (call) => previewChange(inPerson(call), groupWish(call.body))),
  on(changeRequests.previewStoreCode, (call) => previewChange(inPerson(call), storeWish(call.body))),
  on(changeRequests.askGroup, (call) =>
    once(changeRequests.askGroup, call, (tx) => {
      const { action, reason } = call.body
      const detail = `Group ${action === 'delete' ? 'deletion' : action} request submitted for approval.`
      return ask({ ...inPerson(call), tx }, { wish: groupWish(call.body), reason, detail })
    }),
  ),
  on(changeRequests.askStoreCode, (call) =>
    once(changeRequests.askStoreCode, call, (tx) => {
      const { action, reason } = call.body
      const detail = `Store Code ${action === 'delete' ? 'deletion' : action} request submitted.`
      return ask({ ...inPerson(call), tx }, { wish: storeWish(call.body), reason, detail })
    }),
  ),
  on(changeRequests.list, (call) => listRequests(inPerson(call))),
  on(changeRequests.decided, (call) => listDecided(call, call.query)),
  on(changeRequests.decide, (call) => decideRequest(inPerson(call), call.body)),
  on(changeRequests.withdraw, (call) => withdrawRequest(inPerson(call), call.params)),
]
