import { sealedOfEntities } from '../entities/access/secret-rows.ts'
import { readNextKey } from '../platform/crypto/next-key.ts'
import { type SecretBox, secretBox } from '../platform/crypto/secret-box.ts'
import { findSecretKey, keyFile, makeSecretKey } from '../platform/crypto/secret-key.ts'
import type { Db } from '../platform/db/database.ts'
import { StartError } from '../platform/env/start-error.ts'
import { sealedSettings } from '../settings/read.ts'
import { sealedOfWebhooks } from '../webhooks/secrets/rows.ts'

type Where = { secret_key: string | undefined; data_dir: string }

/**
 * The installation's secret key. The first start makes one. Throws where it does not open what is sealed in the
 * database, and where there is none although something is: a new one would stand in its place, and replace it in each
 * backup from then on.
 */
export const demandSecretKey = async (db: Db, where: Where): Promise<string> => {
  // Before the key is looked for: another process that has sealed something had made one.
  const sealed = await readSealed(db)
  const found = findSecretKey(where)
  if (found === undefined && sealed.length > 0) throw new StartError(`${keyFile(where)} ${MISSING} ${LOST}`)
  const key = found ?? makeSecretKey(where)
  const next = where.secret_key === undefined ? readNextKey(where) : undefined
  if (next !== undefined && sealed.length > 0 && opensAll(secretBox(next), sealed))
    throw new StartError(CUT_OFF)
  if (!opensAll(secretBox(key), sealed))
    throw new StartError(`${where.secret_key ? 'SECRET_KEY' : keyFile(where)} ${WRONG} ${LOST}`)
  return key
}

const CUT_OFF =
  'The secrets were sealed with another key, but it has not taken its place yet: npm run lulus -- secrets rotate --yes'
const MISSING =
  'is missing, with which the secrets in this database were sealed. Restore it from your backup, or set SECRET_KEY.'
const WRONG =
  'is not the key with which the secrets in this database were sealed. Restore the key of before from your backup.'
const LOST = 'Where it is lost for good, the secrets go by npm run lulus -- secrets forget.'

/** Some of all that is sealed for long. */
export const readSealed = async (db: Db): Promise<string[]> => [
  ...(await sealedOfEntities(db)),
  ...(await sealedOfWebhooks(db)),
  ...(await sealedSettings(db)),
]

export const opensAll = (box: SecretBox, sealed: readonly string[]): boolean => {
  try {
    for (const text of sealed) box.open(text)
    return true
  } catch {
    return false
  }
}
