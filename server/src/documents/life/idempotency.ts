import { type Caller, callerId } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { KEY_KEPT_MS, keyReused } from '../../access/idempotency-key.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import { type DocumentRow, readDocument } from '../store/rows.ts'
import { on } from '../store/tables.ts'

/** The key that a call carries, the document's place in the call, and the hash of what was sent for it. */
export type Idempotency = { key: string; position: number; hash: string }

/** What is thrown away of the keys under which documents came. */
export const keyRetention: Retention = {
  table: 'idempotency_keys',
  column: 'created_at',
  kept_ms: KEY_KEPT_MS,
}

/**
 * The document that this caller's key made or edited, if any. Throws conflict `idempotency_key_reused` when
 * something else was sent under it.
 */
export const readIdempotent = async (
  db: Db,
  caller: Caller,
  { key, position, hash }: Idempotency,
): Promise<DocumentRow | undefined> => {
  const first = await on(db)
    .selectFrom('idempotency_keys')
    .where('creator_key', '=', callerId(caller))
    .where('key', '=', key)
    .where('position', '=', position)
    .select(['document_id', 'payload_hash'])
    .executeTakeFirst()
  if (!first) return undefined
  if (first.document_id === null) {
    throw conflict(
      'idempotency_key_closed',
      'This call came too late: its sender was told that nothing is stored.',
    )
  }
  if (first.payload_hash !== hash) throw keyReused()
  return readDocument(db, caller, first.document_id)
}

/**
 * What a call with one document stored under its key, for a caller who lost its answer. Where nothing is stored the key
 * is closed, so that a call which is still on its way stores nothing either. A save that is under way is waited for.
 */
export const settleKey = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  key: string,
): Promise<DocumentRow[]> => {
  const creator_key = callerId(caller)
  await on(db)
    .insertInto('idempotency_keys')
    .values({ creator_key, key, position: 0, payload_hash: '', document_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { document_id } = await on(db)
    .selectFrom('idempotency_keys')
    .where('creator_key', '=', creator_key)
    .where('key', '=', key)
    .where('position', '=', 0)
    .select('document_id')
    .executeTakeFirstOrThrow()
  return document_id === null ? [] : [await readDocument(db, caller, document_id)]
}

/** Remembers the result in the transaction that saves it; of two equal requests at once, the second fails here. */
export const rememberResult = async (
  tx: Tx,
  document_id: string,
  by: { caller: Caller; now: Date; idempotency: Idempotency | undefined },
): Promise<void> => {
  if (!by.idempotency) return
  const { key, position, hash } = by.idempotency
  const creator_key = callerId(by.caller)
  await on(tx)
    .insertInto('idempotency_keys')
    .values({ creator_key, key, position, payload_hash: hash, document_id, created_at: by.now })
    .execute()
}
