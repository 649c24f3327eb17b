import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Defect, type DefectSortKey, defects } from '#contract/defects.ts'
import { DEFECT_STATUSES, SEVERITIES } from '#domain/defects/words.ts'
import { notFound } from '#domain/problems.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { toAnswer } from './answer.ts'
import { COMMENTS_MAX } from './limits.ts'
import { LISTED_COMMENTS, on, selected } from './rows.ts'

type By = { db: Db | Tx; public_url: string }
type Query = z.output<(typeof defects.list)['query']>
export type Filters = Pick<Query, 'status' | 'exclude_status' | 'category'>

/** Everybody's defects in pages, the newest first unless sorted. */
export const listDefects = ({ db, public_url }: By, query: Query) => {
  const { ordering = '-created_at' } = query
  const order = ordering.startsWith('-') ? 'desc' : 'asc'
  const by = ordering.replace('-', '') as DefectSortKey // the contract knows no other
  return readPage({
    url: public_url + defects.list.path,
    query,
    filtered: matching(db, query),
    rows: (rows) => rows.select(selected(LISTED_COMMENTS)).orderBy(SORTS[by], order).orderBy('nr', order),
    toRow: (row): Defect => toAnswer(public_url, row),
  })
}

/** One defect with everything said of it. Throws not_found. */
export const readDefect = async ({ db, public_url }: By, id: string): Promise<Defect> => {
  const one = on(db).selectFrom('defects').where('id', '=', id)
  const row = await one.select(selected(COMMENTS_MAX)).executeTakeFirst()
  if (!row) throw notFound('There is no such defect.')
  return toAnswer(public_url, row)
}

export const matching = (db: Db | Tx, { status, exclude_status, category }: Filters) => {
  let rows = on(db).selectFrom('defects')
  if (status) rows = rows.where('status', '=', status)
  const left_out = DEFECT_STATUSES.filter((one) => exclude_status.includes(one))
  if (left_out.length > 0) rows = rows.where('status', 'not in', left_out)
  if (category) rows = rows.where('category', '=', category)
  return rows
}

const ranked = (words: readonly string[], column: string) =>
  sql`array_position(${[...words]}::text[], ${sql.ref(column)})`
const inOrder = (column: string) => sql`lower(${sql.ref(column)})`

/** Severity and status by their rank, names whatever their case. */
const SORTS: Readonly<Record<DefectSortKey, RawBuilder<unknown>>> = {
  defect_number: sql.ref('nr'),
  defect_description: inOrder('defect_description'),
  severity: ranked(SEVERITIES, 'severity'),
  category: sql.ref('category'),
  status: ranked(DEFECT_STATUSES, 'status'),
  detected_on: sql.ref('detected_on'),
  assigned_to: inOrder('assigned_to'),
  created_by_name: inOrder('created_by_name'),
  created_at: sql.ref('created_at'),
  updated_at: sql.ref('updated_at'),
}
