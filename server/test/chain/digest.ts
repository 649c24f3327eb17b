import { sql } from 'kysely'
import { canonicalRecord } from '#domain/evidence/canonical.ts'
import type { RecordKind } from '../../src/evidence/kind.ts'
import { instantText } from '../../src/evidence/read-links.ts'
import { sha256Hex } from '../../src/platform/crypto/digest.ts'
import type { Tx } from '../../src/platform/db/database.ts'

/** The digest that a record would have as it stands now. */
export const digestInDatabase = async (tx: Tx, kind: RecordKind, id: string): Promise<string> => {
  const texts = kind.columns.map((column) =>
    kind.instants.includes(column)
      ? sql`${instantText(column)} AS ${sql.ref(column)}`
      : sql`${sql.ref(column)}::text AS ${sql.ref(column)}`,
  )
  const { rows } = await sql<Record<string, string | null>>`
    SELECT ${sql.join(texts)} FROM ${sql.table(kind.table)} WHERE ${sql.ref(kind.key)} = ${id}`.execute(tx)
  return sha256Hex(canonicalRecord(kind.table, rows[0] ?? {}))
}
