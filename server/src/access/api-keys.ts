import type { Flag } from '#domain/access/flags.ts'
import { randomToken, sha256Hex } from '../platform/crypto/digest.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { hasKeys, lockKey } from './key-rows.ts'
import { insertKey, markKeyRevoked } from './rows.ts'

/** So that a key found in a log or a repository is recognised for what it is. */
const PREFIX = 'lulus_'

/** So much of a key is kept to be known again by. */
const START_LENGTH = PREFIX.length + 6

/**
 * Makes a key for an integration, bound to one sender entity and its stores. The key is returned once and only
 * its SHA-256 is stored. A store of another entity fails on the database's reference.
 */
export const issueKey = async (
  tx: Tx,
  grant: {
    name: string
    sender_entity_id: string
    store_code_ids: readonly string[]
    flags: readonly Flag[]
    expires_at: Date
    /** Who makes it; absent where no person does. */
    created_by?: string
    now: Date
  },
): Promise<{ id: string; key: string }> => {
  const key = `${PREFIX}${randomToken()}`
  const { name, sender_entity_id, expires_at, created_by = null, now } = grant
  const row = {
    ...{ name, sender_entity_id, expires_at, created_by, created_at: now },
    flags: [...grant.flags],
    key_hash: sha256Hex(key),
    key_start: key.slice(0, START_LENGTH),
  }
  return { id: await insertKey(tx, row, grant.store_code_ids), key }
}

/** Ends a key for good; false when it was revoked before. */
export const revokeKey = (tx: Tx, id: string, now: Date): Promise<boolean> => markKeyRevoked(tx, id, now)

/** Whether a key is bound to this store; keys that have ended count too. */
export const keysReach = (handle: Db | Tx, store_code_id: string): Promise<boolean> =>
  hasKeys(handle, store_code_id)

/** Holds a key until the transaction ends, for whoever makes something that belongs to it; one at a time may. */
export const holdKey = (tx: Tx, id: string): Promise<void> => lockKey(tx, id)
