import type { Webhook } from '#contract/webhooks.ts'
import { OVERLAP_MS } from '#domain/webhooks/signature.ts'
import { recordChange } from '../audit/record.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { By } from './create.ts'
import { holdWebhook, keepFormerSecret, updateWebhook } from './rows.ts'
import { newSecret } from './secrets.ts'
import { targetOf } from './target.ts'

/**
 * Gives a webhook a new secret, which the answer alone holds. For a day the former one signs as well, which receivers
 * have: rotated once more in that day, it is what was new meanwhile that signs no more. Throws not_found.
 */
export const rotateSecret = async (
  by: By & { box: SecretBox },
  id: string,
): Promise<Webhook & { secret: string }> => {
  const { tx, now, box } = by
  const before = await holdWebhook(by, id)
  const secret = newSecret()
  const former_until = new Date(now.getTime() + OVERLAP_MS)
  if (before.former_until === null) await keepFormerSecret(tx, id)
  await updateWebhook(tx, id, { secret_sealed: box.seal(secret), former_until })
  const after = { ...before, former_until: former_until.toISOString() }
  const told = { before: { rotated_at: '' }, after: { rotated_at: now }, fields: ['rotated_at'] as const }
  await recordChange(tx, by, { target: targetOf(before), ...told })
  return { ...after, secret }
}
