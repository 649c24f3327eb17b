import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'

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
  const rows = await on(db)
    .selectFrom('documents')
    .where('created_at', '>=', since)
    .where(
      after ? sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id}::uuid)` : sql<SqlBool>`TRUE`,
    )
    .select([
      'id',
      'store_code_id',
      'invoice_number',
      'invoice_date',
      'buyer_name',
      'status',
      'created_at',
      'validated_at',
    ])
    .select(partsOf(parts).as('content'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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
