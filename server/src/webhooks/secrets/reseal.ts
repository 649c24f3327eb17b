import type { Tx } from '../../platform/db/database.ts'
import { on } from '../tables.ts'

/** Seals the secrets of all webhooks anew, the former ones too; answers of how many. For another secret key. */
export const resealWebhookSecrets = async (tx: Tx, reseal: (sealed: string) => string): Promise<number> => {
  const former = on(tx).selectFrom('webhook_former_secrets').select(['nr', 'secret_sealed'])
  for (const { nr, secret_sealed } of await former.forUpdate().execute()) {
    const sealed = { secret_sealed: reseal(secret_sealed) }
    await on(tx).updateTable('webhook_former_secrets').set(sealed).where('nr', '=', nr).execute()
  }
  const hooks = await on(tx).selectFrom('webhooks').select(['id', 'secret_sealed']).forUpdate().execute()
  for (const { id, secret_sealed } of hooks) {
    const sealed = { secret_sealed: reseal(secret_sealed) }
    await on(tx).updateTable('webhooks').set(sealed).where('id', '=', id).execute()
  }
  return hooks.length
}
