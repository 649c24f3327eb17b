import { z } from 'zod'
import { storeSecrets } from '../entities/secrets.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { ENTITIES, type EntityName } from './company.ts'
import type { Company } from './seed-company.ts'

const YEAR_MS = 365 * 86_400_000
const CALL_MS_MAX = 20_000

type Means = { db: Db; box: SecretBox; simulator_url: string; now: Date }

/**
 * Registers the demo entities with the simulator and keeps, sealed, the credentials and the signing certificate
 * which it gives them. The certificate began a year ago, so that history can be signed as well.
 */
export const equipEntities = async (means: Means, company: Pick<Company, 'entities'>): Promise<void> => {
  for (const name of Object.keys(ENTITIES) as EntityName[]) await equip(means, name, company.entities[name])
}

const equip = async ({ db, box, simulator_url, now }: Means, name: EntityName, sender_entity_id: string) => {
  const { tin_no: tin, identity_number: brn, name: company, environment } = ENTITIES[name]
  const credentials = await ask(`${simulator_url}/_sim/taxpayers`, Credentials, {
    tin,
    id_type: 'BRN',
    id_value: brn,
    name: company,
  })
  const certificate = await ask(`${simulator_url}/_sim/certificates`, Certificate, {
    tin,
    brn,
    name: company,
    not_before: new Date(now.getTime() - YEAR_MS).toISOString(),
    not_after: new Date(now.getTime() + 2 * YEAR_MS).toISOString(),
  })
  const { client_id, client_secret } = credentials
  const { certificate_pem, private_key_pem } = certificate
  const secrets = { environment, client_id, client_secret, certificate_pem, private_key_pem }
  await inTransaction(db, (tx) => storeSecrets(tx, box, { ...secrets, sender_entity_id, now }))
}

const Credentials = z.object({ client_id: z.string(), client_secret: z.string() })
const Certificate = z.object({ certificate_pem: z.string(), private_key_pem: z.string() })

/** One control call to the simulator. Throws when it does not answer or refuses. */
export const ask = async <S extends z.ZodType>(
  url: string,
  answer: S,
  body: unknown,
): Promise<z.output<S>> => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`The simulator refused ${url}: ${reply.status} ${text.slice(0, 300)}`)
  return answer.parse(JSON.parse(text))
}
