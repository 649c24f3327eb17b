import { DOCUMENTS_PER_CALL_MAX } from '#contract/intake.ts'
import { type Caller, callerId } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { KEY_KEPT_MS, keyReused } from '../../access/idempotency-key.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import { type DocumentRow, readDocument, visible } from '../store/rows.ts'
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
      'This call came too late: its sender was told that this document is not stored.',
    )
  }
  if (first.payload_hash !== hash) throw keyReused()
  return readDocument(db, caller, first.document_id)
}

/**
 * What a call stored under its key, in the order of the call, for a caller who lost its answer. Every place of the call
 * where nothing is stored is closed, so that a call which is still on its way stores nothing more either. A save that
 * is under way is waited for. Throws not_found where the caller may not see one of the documents any more.
 */
export const settleKey = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  key: string,
): Promise<Settled[]> => {
  const creator_key = callerId(caller)
  const closed = { creator_key, key, payload_hash: '', document_id: null, created_at: now }
  await on(db)
    .insertInto('idempotency_keys')
    .values(Array.from({ length: DOCUMENTS_PER_CALL_MAX }, (_, position) => ({ ...closed, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await on(db)
    .selectFrom('idempotency_keys')
    .where('creator_key', '=', creator_key)
    .where('key', '=', key)
    .orderBy('position')
    .select('document_id')
    .execute()
  return readSettled(
    { db, caller },
    kept.flatMap(({ document_id }) => document_id ?? []),
  )
}

type Settled = Pick<DocumentRow, 'id' | 'invoice_number'>

const readSettled = async (
  { db, caller }: { db: Db; caller: Caller },
  ids: readonly string[],
): Promise<Settled[]> => {
  if (ids.length === 0) return []
  const rows = await visible(db, caller)
    .where('documents.id', 'in', ids)
    .select(['documents.id', 'invoice_number'])
    .execute()
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = by_id.get(id)
    if (!row) throw notFound('There is no such document.')
    return row
  })
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
