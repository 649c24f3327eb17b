import type { Webhook, WebhookWrite } from '#contract/webhooks.ts'
import { invalidFields } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import { type By, takeKey } from './create.ts'
import { demandReachable, type Reach } from './reachable.ts'
import { findWebhook, holdWebhook, updateWebhook } from './rows.ts'
import { sendWaiting } from './send-again.ts'
import { TOLD, targetOf, toldOf } from './target.ts'

/**
 * Changes a webhook, and makes whoever does so its owner. Switched on again it starts afresh, and so it does with
 * another key, and with another address, which gets at once what waits. Throws not_found, invalid_fields for an address
 * that may not be called and a key of another company or that does not work, and conflict `changed_meanwhile` and
 * `too_many_webhooks`.
 */
export const changeWebhook = async (
  by: By & Reach,
  { id, url, description, events, is_active, api_key_id, modified_at: seen }: WebhookWrite & { id: string },
): Promise<Webhook> => {
  const { tx, caller, now } = by
  const before = await holdWebhook(by, id)
  const elsewhere = url !== before.url
  // One that is switched off calls nobody: that must not fail because its address is no longer opened.
  if (is_active || elsewhere) demandReachable(by, { url })
  const after = { url, description, events, is_active, api_key_id: api_key_id ?? before.api_key_id }
  const held = { ...before, modified_at: new Date(before.modified_at) }
  demandSeen({ what: 'The webhook', seen, before: held, after, fields: ['api_key_id', ...TOLD] })
  const moved = after.api_key_id !== before.api_key_id
  if (moved) {
    const { sender_entity_id } = await takeKey(by, after.api_key_id)
    if (sender_entity_id !== before.sender_entity_id)
      throw invalidFields({ api_key_id: ['Please select a key of the same company.'] })
  }
  const afresh = is_active &&
    (moved || elsewhere || !before.is_active) && { failing_since: null, tried_until: null, off_reason: '' }
  await updateWebhook(tx, id, { ...after, ...afresh, owner_id: caller.user_id, modified_at: now })
  if (is_active && elsewhere) await sendWaiting(by, id)
  const saved = await findWebhook({ ...by, db: tx }, id)
  // A key's successor may bear the same name.
  const fields = ['owner', 'api_key_name', 'api_key_id', ...TOLD] as const
  await recordChange(tx, by, {
    target: targetOf(saved),
    before: toldOf(before),
    after: toldOf(saved),
    fields,
  })
  return saved
}
