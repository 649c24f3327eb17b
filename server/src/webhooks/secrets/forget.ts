import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Tx } from '../../platform/db/database.ts'
import { switchOff } from '../switch-off.ts'
import { on } from '../tables.ts'
import { newSecret } from './sign.ts'

const OFF_REASON = 'Its secret was lost. Make a new one, and switch it on again.'

type Forgetting = { opens: (sealed: string) => boolean; box: SecretBox; now: Date }

/**
 * Switches off the webhooks whose secret does not open, as their owners and the audit log are told; answers how many.
 * Each gets one that nobody knows, so that its owner makes the next one as ever.
 */
export const forgetWebhookSecrets = async (tx: Tx, { opens, box, now }: Forgetting): Promise<number> => {
  const former = await on(tx).selectFrom('webhook_former_secrets').select(['nr', 'secret_sealed']).execute()
  for (const { nr, secret_sealed } of former) {
    if (!opens(secret_sealed))
      await on(tx).deleteFrom('webhook_former_secrets').where('nr', '=', nr).execute()
  }
  const all = await on(tx).selectFrom('webhooks').selectAll().forUpdate().execute()
  const lost = all.filter(({ secret_sealed }) => !opens(secret_sealed))
  for (const hook of lost) {
    const secret_sealed = box.seal(newSecret())
    await on(tx).updateTable('webhooks').set({ secret_sealed }).where('id', '=', hook.id).execute()
    await switchOff(tx, hook, { now, off_reason: OFF_REASON })
  }
  return lost.length
}
