import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import type { RecordKind } from './kind.ts'
import { seal } from './seal.ts'

/** That a chain has ended is a record of the chain that belongs to no company. */
export const endRecords: RecordKind = {
  table: 'chain_ends',
  key: 'id',
  columns: ['at', 'chain', 'heads'],
  instants: ['at'],
}

/**
 * Ends the chain of a company that is removed with all its records: what its strands came to is kept, and the links go.
 * The same transaction deletes the company's rows of every kind of record; one that is left counts as inserted.
 */
export const endChain = async (tx: Tx, chain: string, now: Date): Promise<void> => {
  const ended = await sql<{ strand: string; seq: string; hash: string }>`
    DELETE FROM chain_heads WHERE chain = ${chain}::uuid
    RETURNING strand, seq, encode(hash, 'hex') AS hash`.execute(tx)
  if (ended.rows.length === 0) return
  await sql`DELETE FROM chain_links WHERE chain = ${chain}::uuid`.execute(tx)
  const heads = JSON.stringify(ended.rows)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO chain_ends (at, chain, heads) VALUES (${now}, ${chain}::uuid, ${heads}) RETURNING id`.execute(
    tx,
  )
  await seal(tx, endRecords, [{ id: rows[0]?.id, at: now, chain, heads }], now)
}
