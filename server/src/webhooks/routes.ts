import { webhooks } from '#contract/webhooks.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { createWebhook } from './create.ts'
import { listDeliveries, listWebhooks } from './list.ts'
import { removeWebhook } from './remove.ts'
import { findWebhook } from './rows.ts'
import { rotateSecret } from './secrets/rotate.ts'
import { replayOne, replaySpan, sendTest } from './send-again.ts'
import { changeWebhook } from './update.ts'

const on = routesWith<{
  db: Db
  public_url: string
  secret_key: string
  webhook_networks: readonly string[]
}>()

export const webhookRoutes = [
  on(webhooks.list, (call) => listWebhooks(call, call.query)),
  on(webhooks.get, (call) => findWebhook(call, call.params.id)),
  on(webhooks.create, (call) => {
    const by = { ...call, caller: asPerson(call.caller), box: secretBox(call.secret_key) }
    return once(webhooks.create, call, (tx) => createWebhook({ ...by, tx }, call.body))
  }),
  on(webhooks.update, (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    return inTransaction(call.db, (tx) => changeWebhook({ ...by, tx }, { ...call.body, id: call.params.id }))
  }),
  on(webhooks.remove, async (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    await inTransaction(call.db, (tx) => removeWebhook({ ...by, tx }, call.params.id))
    return { detail: 'Webhook deleted.' }
  }),
  on(webhooks.rotate, (call) => {
    const by = { ...call, caller: asPerson(call.caller), box: secretBox(call.secret_key) }
    return inTransaction(call.db, (tx) => rotateSecret({ ...by, tx }, call.params.id))
  }),
  on(webhooks.test, (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    return inTransaction(call.db, (tx) => sendTest({ ...by, tx }, call.params.id))
  }),
  on(webhooks.deliveries, (call) => listDeliveries(call, { webhook_id: call.params.id, query: call.query })),
  on(webhooks.replay, (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    return inTransaction(call.db, (tx) => replayOne({ ...by, tx }, call.params))
  }),
  on(webhooks.replaySpan, (call) => {
    const by = { ...call, caller: asPerson(call.caller) }
    return inTransaction(call.db, (tx) => replaySpan({ ...by, tx }, { ...call.body, id: call.params.id }))
  }),
]
