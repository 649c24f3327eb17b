import type { Webhook, WebhookWrite } from '#contract/webhooks.ts'
import { recordChange } from '../audit/record.ts'
import { demandSeen } from '../platform/db/demand-seen.ts'
import type { By } from './create.ts'
import { demandReachable, type Reach } from './reachable.ts'
import { findWebhook, holdWebhook, updateWebhook } from './rows.ts'
import { TOLD, targetOf, toldOf } from './target.ts'

/**
 * Changes a webhook, and makes whoever does so its owner. Switched on again it starts afresh. Throws not_found,
 * invalid_fields for an address that may not be called, and conflict `changed_meanwhile`.
 */
export const changeWebhook = async (
  by: By & Reach,
  { id, url, description, events, is_active, modified_at: seen }: WebhookWrite & { id: string },
): Promise<Webhook> => {
  const { tx, caller, now } = by
  const before = await holdWebhook(by, id)
  // One that is switched off calls nobody: that must not fail because its address is no longer opened.
  if (is_active || url !== before.url) demandReachable(by, { url })
  const after = { url, description, events, is_active }
  const held = { ...before, modified_at: new Date(before.modified_at) }
  demandSeen({ what: 'The webhook', seen, before: held, after, fields: TOLD })
  const afresh = is_active && !before.is_active && { failing_since: null, tried_until: null, off_reason: '' }
  await updateWebhook(tx, id, { ...after, ...afresh, owner_id: caller.user_id, modified_at: now })
  const saved = await findWebhook({ ...by, db: tx }, id)
  const fields = ['owner', ...TOLD] as const
  await recordChange(tx, by, {
    target: targetOf(saved),
    before: toldOf(before),
    after: toldOf(saved),
    fields,
  })
  return saved
}
