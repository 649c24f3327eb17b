import { recordChange } from '../audit/record.ts'
import { forgetTokens } from '../authority/wire/shared-gate.ts'
import { resealEntitySecrets } from '../entities/access/reseal.ts'
import { type SecretBox, secretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { StartError } from '../platform/env/start-error.ts'
import { resealSettings } from '../settings/reseal.ts'
import { resealWebhookSecrets } from '../webhooks/secrets/reseal.ts'

/** How many of each were sealed anew. */
export type Resealed = { credentials: number; certificates: number; webhooks: number; settings: number }

type Rotation = { db: Db; former_key: string; secret_key: string; now: Date }

/**
 * Seals everything with this key that the former one opens; throws a StartError, and changes nothing, where one does
 * not open. The audit log tells that it was done. What is made from the key for a while goes with the former one: links
 * to files, links that end mails, and the answers of a day under Idempotency-Keys, which are refused when they are
 * asked for again.
 */
export const rotateKey = ({ db, former_key, secret_key, now }: Rotation): Promise<Resealed> =>
  inTransaction(db, async (tx) => {
    const [former, box] = [secretBox(former_key), secretBox(secret_key)]
    const reseal = (sealed: string) => box.seal(openWith(former, sealed))
    const entities = await resealEntitySecrets(tx, reseal)
    const webhooks = await resealWebhookSecrets(tx, reseal)
    const settings = await resealSettings(tx, reseal)
    await forgetTokens(tx)
    const target = { kind: 'setting' as const, id: KEY, name: KEY, sender_entity_id: null }
    const told = { before: { rotated_at: '' }, after: { rotated_at: now }, fields: ['rotated_at'] as const }
    await recordChange(tx, { caller: undefined, now }, { target, ...told })
    return { ...entities, webhooks, settings }
  })

const KEY = 'SECRET_KEY'

const openWith = (former: SecretBox, sealed: string): string => {
  try {
    return former.open(sealed)
  } catch {
    throw new StartError(NOT_ALL)
  }
}

const NOT_ALL =
  'The key of now does not open all that is sealed. What nobody can open goes by npm run lulus -- secrets forget. ' +
  'Nothing was changed.'
