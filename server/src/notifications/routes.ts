import { broadcasts, messages } from '#contract/notifications/messages.ts'
import { notices } from '#contract/notifications/notices.ts'
import { unsubscribe } from '#contract/notifications/unsubscribe.ts'
import { profile } from '#contract/people/profile.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { endDigest } from './letters/unsubscribe.ts'
import { listBroadcasts, shownTo } from './message-rows.ts'
import { listNotices } from './notices/list.ts'
import { finishNews, markNotice } from './notices/mark.ts'
import { addBroadcast, changeBroadcast, dismissMessage } from './save-message.ts'
import { setNotifications } from './set-notifications.ts'

const on = routesWith<{ db: Db; secret_key: string }>()

export const notificationRoutes = [
  on(notices.list, (call) => listNotices({ ...call, caller: asPerson(call.caller) }, call.query)),
  on(notices.finishNews, (call) => finishNews({ ...call, caller: asPerson(call.caller) }, call.body)),
  on(notices.mark, (call) =>
    markNotice({ ...call, caller: asPerson(call.caller) }, { ...call.params, mark: call.body }),
  ),
  on(profile.setNotifications, (call) =>
    setNotifications({ ...call, caller: asPerson(call.caller) }, call.body),
  ),
  on(messages.list, ({ db, caller }) => shownTo({ db, caller: asPerson(caller) })),
  on(messages.dismiss, async ({ db, now, caller, body }) => {
    const by = { caller: asPerson(caller), now }
    await inTransaction(db, (tx) => dismissMessage({ ...by, tx }, body.message_id))
    return { detail: 'The message will not be shown again.' }
  }),
  on(unsubscribe.digest, (call) => endDigest(call, call.params)),
  on(broadcasts.list, ({ db, query }) => listBroadcasts({ db }, query)),
  on(broadcasts.create, (call) =>
    once(broadcasts.create, call, (tx) => addBroadcast({ ...call, tx }, call.body)),
  ),
  on(broadcasts.update, (call) =>
    inTransaction(call.db, (tx) => changeBroadcast({ ...call, tx }, { ...call.body, id: call.params.id })),
  ),
  on(broadcasts.setActive, (call) =>
    inTransaction(call.db, (tx) => changeBroadcast({ ...call, tx }, { ...call.body, id: call.params.id })),
  ),
]
