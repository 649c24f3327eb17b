import { recordChange } from '../audit/record.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Tx } from '../platform/db/database.ts'
import { newSecret } from './secrets.ts'
import { on } from './tables.ts'
import { targetOf } from './target.ts'

const OFF_REASON = 'Its secret was lost. Make a new one, and switch it on again.'

type Forgetting = { opens: (sealed: string) => boolean; box: SecretBox; now: Date }

/**
 * Switches off the webhooks whose secret does not open, as the audit log tells; answers how many. Each gets one that
 * nobody knows, so that its owner makes the next one as ever.
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
    const off = { is_active: false, off_reason: OFF_REASON }
    const secret_sealed = box.seal(newSecret())
    await on(tx)
      .updateTable('webhooks')
      .set({ ...off, secret_sealed, modified_at: now })
      .where('id', '=', hook.id)
      .execute()
    const change = { target: targetOf(hook), before: hook, after: { ...hook, ...off } }
    await recordChange(tx, { caller: undefined, now }, { ...change, fields: ['is_active', 'off_reason'] })
  }
  return lost.length
}
