import type { ApiKey } from '#contract/people/api-keys.ts'
import { WEBHOOKS_OF_A_KEY_MAX, type Webhook, type WebhookNew } from '#contract/webhooks.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { holdKey } from '../access/api-keys.ts'
import { findKey } from '../access/list-keys.ts'
import { recordChange } from '../audit/record.ts'
import { keepActive } from '../entities/records/choose.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Tx } from '../platform/db/database.ts'
import { demandReachable, type Reach } from './reachable.ts'
import { countWebhooks, findWebhook, insertWebhook } from './rows.ts'
import { newSecret } from './secrets/sign.ts'
import { TOLD, targetOf, toldOf } from './target.ts'

export type By = { tx: Tx; caller: UserCaller; now: Date }

/**
 * Makes a webhook that is told what its key covers. The answer alone holds the secret. Throws invalid_fields for a key
 * that does not work, a company that is deactivated and an address that may not be called, and `too_many_webhooks`.
 */
export const createWebhook = async (
  by: By & Reach & { box: SecretBox },
  { api_key_id, ...written }: WebhookNew,
): Promise<Webhook & { secret: string }> => {
  const { tx, caller, now, box } = by
  demandReachable(by, written)
  const key = await takeKey(by, api_key_id)
  const secret = newSecret()
  const id = await insertWebhook(tx, {
    ...{ ...written, api_key_id, sender_entity_id: key.sender_entity_id, is_active: true },
    ...{ owner_id: caller.user_id, secret_sealed: box.seal(secret), created_at: now, modified_at: now },
  })
  const made = await findWebhook({ db: tx, caller, now }, id)
  const fields = ['api_key_name', 'owner', ...TOLD] as const
  await recordChange(tx, by, { target: targetOf(made), before: undefined, after: toldOf(made), fields })
  return { ...made, secret }
}

/**
 * The key by which a webhook is to be told from now on, held until the transaction ends. Throws invalid_fields for one
 * that does not work or whose company is deactivated, and conflict `too_many_webhooks`.
 */
export const takeKey = async (by: By, api_key_id: string): Promise<ApiKey> => {
  const { tx } = by
  const key = await findKey({ ...by, db: tx }, api_key_id)
  if (key?.state !== 'active') {
    const why = key ? 'This API key has been revoked or has expired.' : 'There is no such API key.'
    throw invalidFields({ api_key_id: [why] })
  }
  await keepActive(by, key.sender_entity_id)
  await holdKey(tx, api_key_id)
  if ((await countWebhooks(tx, api_key_id)) >= WEBHOOKS_OF_A_KEY_MAX)
    throw conflict('too_many_webhooks', `An API key has at most ${WEBHOOKS_OF_A_KEY_MAX} webhooks.`)
  return key
}
