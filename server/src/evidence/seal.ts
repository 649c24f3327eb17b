import { sql } from 'kysely'
import { own } from '#codes/own.ts'
import { canonicalText } from '#domain/evidence/canonical.ts'
import type { Tx } from '../platform/db/database.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { BEFORE_FIRST, bodyOf, CHAIN_LABEL } from './hash.ts'
import { digestOf, type EvidenceRow, INSTALLATION, type RecordKind } from './kind.ts'

/** Records of one link; more become several. */
const RECORDS_MAX = 500

/**
 * Covers rows that this transaction has just inserted by links of their companies' chains; `sender_entity_id` says
 * whose, null or absent nobody's. Whoever inserts evidence calls it right after.
 */
export const seal = async (
  tx: Tx,
  kind: RecordKind,
  rows: readonly EvidenceRow[],
  now: Date,
): Promise<void> => {
  const chains = Map.groupBy(rows, (row) => canonicalText(row.sender_entity_id ?? null) ?? INSTALLATION)
  for (const [chain, records] of chains) {
    for (let from = 0; from < records.length; from += RECORDS_MAX) {
      await addLink(tx, chain, { kind, records: records.slice(from, from + RECORDS_MAX), now })
    }
  }
}

type NewLink = { kind: RecordKind; records: readonly EvidenceRow[]; now: Date }

/**
 * Takes any strand of the chain that nobody else is writing to, or begins one: no transaction ever waits for another
 * one here, and none leaves a gap, since head and link are undone together.
 */
const addLink = async (tx: Tx, chain: string, { kind, records, now }: NewLink) => {
  const ids = records.map((row) => canonicalText(own(row, kind.key)) ?? '')
  const digests = records.map((row) => digestOf(kind, row)).join('')
  const at = canonicalText(now) ?? ''
  const body = bodyOf({ chain, kind: kind.table, at, adopted: false, ids, digests })
  await sql`
    WITH free AS (
      SELECT strand, seq, hash FROM chain_heads WHERE chain = ${chain}::uuid LIMIT 1 FOR UPDATE SKIP LOCKED
    ), last AS (
      SELECT strand, seq, hash FROM free
      UNION ALL
      SELECT gen_random_uuid(), 0, ${BEFORE_FIRST}::bytea WHERE NOT EXISTS (SELECT FROM free)
    ), link AS (
      INSERT INTO chain_links (chain, strand, seq, at, kind, record_ids, record_digests, hash)
      SELECT ${chain}::uuid, strand, seq + 1, ${now}::timestamptz, ${kind.table}, ${ids}::bigint[],
        decode(${digests}, 'hex'),
        sha256(${CHAIN_LABEL}::text::bytea || uuid_send(strand) || int8send(seq + 1) || hash || ${body}::bytea)
      FROM last RETURNING chain, strand, seq, hash
    )
    INSERT INTO chain_heads (chain, strand, seq, hash) SELECT * FROM link
    ON CONFLICT (chain, strand) DO UPDATE SET seq = excluded.seq, hash = excluded.hash ${PREPARED}`.execute(
    tx,
  )
}
