import { forgetTokens } from '../authority/wire/shared-gate.ts'
import { forgetEntitySecrets } from '../entities/access/forget-secrets.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { forgetSecretSettings } from '../settings/forget-secrets.ts'
import { forgetSettings } from '../settings/read.ts'
import { forgetWebhookSecrets } from '../webhooks/secrets/forget.ts'

/** How many of each do not open any more. */
export type Lost = { credentials: number; certificates: number; webhooks: number; settings: number }

type Forgetting = { db: Db; secret_key: string; now: Date; really: boolean }

/**
 * Deletes what this key does not open, for whoever has lost for good the one with which it was sealed; what it opens
 * stays. `really` not: answers what would go. Answers that are kept for a day under Idempotency-Keys are let be: to ask
 * for one again is refused, since with the key the fingerprint of what was sent is another.
 */
export const forgetSecrets = async ({ db, really, ...by }: Forgetting): Promise<Lost> => {
  try {
    const lost = await inTransaction(db, async (tx) => {
      const found = await forgetIn(tx, by)
      if (!really) throw new Undone(found)
      return found
    })
    forgetSettings(db)
    return lost
  } catch (error) {
    if (error instanceof Undone) return error.lost
    throw error
  }
}

class Undone extends Error {
  lost: Lost
  constructor(lost: Lost) {
    super('It was only asked what would go.')
    this.lost = lost
  }
}

const forgetIn = async (
  tx: Tx,
  { secret_key, now }: Pick<Forgetting, 'secret_key' | 'now'>,
): Promise<Lost> => {
  const box = secretBox(secret_key)
  const opens = (sealed: string) => {
    try {
      box.open(sealed)
      return true
    } catch {
      return false
    }
  }
  const entities = await forgetEntitySecrets(tx, { opens, now })
  const webhooks = await forgetWebhookSecrets(tx, { opens, box, now })
  const settings = await forgetSecretSettings(tx, { opens, now })
  await forgetTokens(tx)
  return { ...entities, webhooks, settings }
}
