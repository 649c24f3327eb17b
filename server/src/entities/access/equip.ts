import { z } from 'zod'
import { DAY_MS } from '#domain/time/units.ts'
import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { storeSecrets, unequippedEntities } from './secrets.ts'

const YEAR_MS = 365 * DAY_MS
const CALL_MS_MAX = 20_000

/** Who is certified, and for how long, in ISO 8601. */
export type Certified = { tin: string; brn: string; name: string; not_before: string; not_after: string }

const certifyAt = (simulator_url: string, certified: Certified) =>
  ask(`${simulator_url}/_sim/certificates`, Certificate, certified)

/** `certify` where a test has a certificate of the simulator already. */
type Means = { db: Db; box: SecretBox; simulator_url: string; now: Date; certify?: typeof certifyAt }
type Unequipped = Awaited<ReturnType<typeof unequippedEntities>>[number]

/**
 * Registers the entities that need it with the simulator and keeps, sealed, the credentials and the signing
 * certificate which it gives them. The certificate began a year ago, so that history can be signed as well.
 */
export const equipEntities = async (means: Means): Promise<void> => {
  for (const entity of await unequippedEntities(means.db)) await equip(means, entity)
}

/** The same for whoever can do without: what failed is in the log, and the next start tries again. */
export const equipIfPossible = async ({ log, ...means }: Means & { log: Log }): Promise<void> => {
  try {
    await equipEntities(means)
  } catch (error) {
    log.warn({ err: error }, 'the simulator gave no credentials; the next start tries again')
  }
}

const equip = async ({ db, box, simulator_url, now, certify = certifyAt }: Means, entity: Unequipped) => {
  const { tin_no: tin, identity_type: id_type, identity_number: id_value, name } = entity
  const taxpayer = { tin, id_type, id_value, name }
  const { client_id, client_secret } = await ask(`${simulator_url}/_sim/taxpayers`, Credentials, taxpayer)
  const { certificate_pem, private_key_pem } = await certify(simulator_url, {
    tin,
    brn: id_value,
    name,
    not_before: new Date(now.getTime() - YEAR_MS).toISOString(),
    not_after: new Date(now.getTime() + 2 * YEAR_MS).toISOString(),
  })
  const secrets = { client_id, client_secret, certificate_pem, private_key_pem }
  await inTransaction(db, (tx) =>
    storeSecrets(tx, box, { ...secrets, environment: 'simulator', sender_entity_id: entity.id, now }),
  )
}

const Credentials = z.object({ client_id: z.string(), client_secret: z.string() })
const Certificate = z.object({ certificate_pem: z.string(), private_key_pem: z.string() })

/** One control call to the simulator. Throws when it does not answer or refuses. */
export const ask = async <S extends z.ZodType>(
  url: string,
  answer: S,
  body: unknown,
  method: 'POST' | 'PUT' = 'POST',
): Promise<z.output<S>> => {
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`The simulator refused ${url}: ${reply.status} ${text.slice(0, 300)}`)
  return answer.parse(JSON.parse(text))
}
