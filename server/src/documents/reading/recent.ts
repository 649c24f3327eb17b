import { type RawBuilder, sql } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'

/** A document with those parts of its content that were asked for. */
export type RecentDocument = {
  id: string
  store_code_id: string
  invoice_number: string
  invoice_date: string
  buyer_name: string
  status: Status
  created_at: Date
  validated_at: Date | null
  content: Partial<TaxDocument>
}

type Wanted = {
  since: Date
  /** The parts of the content that are read: most of a row is not. */
  parts: readonly string[]
  after: RecentDocument | undefined
  limit: number
}

/** Documents of all companies that were made since then, the newest first; for whoever tells nobody of them. */
export const recentDocuments = async (
  db: Db,
  { since, parts, after, limit }: Wanted,
): Promise<RecentDocument[]> => {
  const older = after ? sql`(created_at, document_id) < (${after.created_at}, ${after.id}::uuid)` : sql`TRUE`
  const { rows } = await sql<RecentDocument>`
    SELECT id, d.store_code_id, d.invoice_number, d.invoice_date, d.buyer_name, status, d.created_at, validated_at,
      ${partsOf(parts)} AS content
    FROM (SELECT document_id, created_at FROM document_orders WHERE created_at >= ${since} AND ${older}
      ORDER BY created_at DESC, document_id DESC LIMIT ${limit}) AS made
    JOIN documents AS d ON id = document_id ORDER BY made.created_at DESC, document_id DESC`.execute(db)
  return rows
}

/**
 * Each `content->…` would unpack the whole content anew; a record of it is made once. Built as `json` it is written
 * out as it is read, and never made a `jsonb` first: three parts cost a third of that.
 */
const partsOf = (parts: readonly string[]): RawBuilder<Partial<TaxDocument>> => {
  const columns = parts.map((part) => sql`${sql.id(part)} jsonb`)
  const pairs = parts.flatMap((part) => [sql.lit(part), sql.id('part', part)])
  return sql`(SELECT json_build_object(${sql.join(pairs)})
    FROM jsonb_to_record(content) AS part (${sql.join(columns)}))`
}
