import type { ApiKey } from '#contract/people/api-keys.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { revokeKey } from '../access/api-keys.ts'
import { findKey } from '../access/list-keys.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'

/** Ends a key for good; programs that use it get 401 from their next call on. Throws not_found or `key_revoked`. */
export const endKey = (by: { db: Db; caller: Caller; now: Date }, id: string): Promise<ApiKey> =>
  inTransaction(by.db, async (tx) => {
    const before = await findKey({ ...by, db: tx }, id)
    if (!before) throw notFound('There is no such key.')
    if (!(await revokeKey(tx, id, by.now))) throw conflict('key_revoked', 'This key was revoked before.')
    const after: ApiKey = { ...before, state: 'revoked', revoked_at: by.now.toISOString() }
    const { name, sender_entity_id } = before
    const target = { kind: 'api_key' as const, id, name, sender_entity_id }
    await recordChange(tx, by, { target, before, after, fields: ['revoked_at'] })
    return after
  })
