import type { Webhook } from '#contract/webhooks.ts'
import { conflict } from '#domain/problems.ts'
import { OVERLAP_MS } from '#domain/webhooks/signature.ts'
import { recordChange } from '../../audit/record.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { By } from '../create.ts'
import { holdWebhook, updateWebhook } from '../rows.ts'
import { targetOf } from '../target.ts'
import { keepFormerSecret } from './rows.ts'
import { newSecret } from './sign.ts'

/** So many that were replaced may sign beside the one that counts. */
const FORMER_MAX = 5
const TOO_MANY = `In 24 hours a webhook has at most ${FORMER_MAX} new secrets. Please make the next one later.`

/**
 * Gives a webhook a new secret, which the answer alone holds. Each one that is replaced signs for a day more, whatever
 * comes after it: nobody knows which of them receivers have. Throws not_found, and `too_many_secrets` where more would
 * sign than one day should need.
 */
export const rotateSecret = async (
  by: By & { box: SecretBox },
  id: string,
): Promise<Webhook & { secret: string }> => {
  const { tx, now, box } = by
  const before = await holdWebhook(by, id)
  const secret = newSecret()
  const former_until = new Date(now.getTime() + OVERLAP_MS)
  if ((await keepFormerSecret(tx, id, { now, until: former_until })) > FORMER_MAX)
    throw conflict('too_many_secrets', TOO_MANY)
  await updateWebhook(tx, id, { secret_sealed: box.seal(secret) })
  const after = { ...before, former_until: former_until.toISOString() }
  const told = { before: { rotated_at: '' }, after: { rotated_at: now }, fields: ['rotated_at'] as const }
  await recordChange(tx, by, { target: targetOf(before), ...told })
  return { ...after, secret }
}
