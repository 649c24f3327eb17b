import { type Generated, type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Defect, DefectComment, DefectFile } from '#contract/defects.ts'
import type { DefectCategory, DefectStatus, Severity } from '#domain/defects/words.ts'
import type { CalendarDate } from '#domain/time/dates.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type DefectRow = {
  id: Generated<string>
  nr: Generated<string>
  defect_description: string
  severity: Severity
  category: DefectCategory
  detected_on: CalendarDate
  status: DefectStatus
  sprint_number: string
  brd_id: string
  brd_description: string
  tester_comments: Generated<string>
  tested_by: Generated<string>
  dev_due_date: CalendarDate | null
  assigned_to: Generated<string>
  closing_date: CalendarDate | null
  root_cause: Generated<string>
  other_root_cause: Generated<string>
  resolution: Generated<string>
  created_by: string
  created_by_name: string
  created_at: Date
  updated_at: Date
  modified_at: Date
}
type CommentRow = {
  id: Generated<string>
  nr: Generated<string>
  defect_id: string
  comment: string
  commenter_id: string
  commenter_name: string
  created_at: Date
}
type Tables = { defects: DefectRow; defect_comments: CommentRow }

export const on = (handle: Db | Tx) => handle.withTables<Tables>()

/** All that can be changed of a defect. */
export type DefectFields = Pick<Defect, (typeof FIELDS)[number]>
const FIELDS = [
  ...(['defect_description', 'severity', 'category', 'detected_on', 'status', 'sprint_number'] as const),
  ...(['brd_id', 'brd_description', 'tester_comments', 'tested_by', 'dev_due_date', 'assigned_to'] as const),
  ...(['closing_date', 'root_cause', 'other_root_cause', 'resolution'] as const),
] as const

export { FIELDS as DEFECT_FIELDS }

const COLUMNS = [
  ...FIELDS,
  ...(['id', 'nr', 'created_by', 'created_by_name', 'created_at', 'updated_at', 'modified_at'] as const),
] as const

/** So many of its comments a defect has in a list, the last ones. */
export const LISTED_COMMENTS = 10

type Said = Omit<DefectComment, 'created_at'> & { created_at: string }
export type SelectedDefect = {
  [K in (typeof COLUMNS)[number]]: K extends 'id' | 'nr' ? string : DefectRowOut[K]
} & { comments: Said[]; files: (DefectFile & { created_at: string })[] }
type DefectRowOut = { [K in keyof DefectRow]: DefectRow[K] extends Generated<infer V> ? V : DefectRow[K] }

/** What a defect is answered with, its last comments (`comments_max`) and its files included. */
export const selected = (comments_max: number) =>
  [
    ...COLUMNS.map((name) => `defects.${name}` as const),
    commentsOf(comments_max).as('comments'),
    FILES.as('files'),
  ] as const

const commentsOf = (count_max: number): RawBuilder<Said[]> => sql<Said[]>`(
  SELECT COALESCE(json_agg(json_build_object('id', c.id, 'commenter_name', c.commenter_name,
    'comment', c.comment, 'created_at', c.created_at) ORDER BY c.nr), '[]')
  FROM (SELECT * FROM defect_comments WHERE defect_id = defects.id ORDER BY nr DESC LIMIT ${count_max}) c)`

const FILES: RawBuilder<SelectedDefect['files']> = sql<SelectedDefect['files']>`(
  SELECT COALESCE(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
    'content_type', f.content_type, 'bytes', f.bytes, 'created_by_name', f.created_by_name,
    'created_at', f.created_at) ORDER BY f.nr), '[]')
  FROM defect_files f WHERE f.defect_id = defects.id)`

/** The defect as it is, held until the transaction ends; undefined where there is none. */
export const lockDefect = (tx: Tx, id: string) =>
  on(tx).selectFrom('defects').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertDefect = async (tx: Tx, row: Insertable<DefectRow>) =>
  on(tx).insertInto('defects').values(row).returning(['id', 'nr']).executeTakeFirstOrThrow()

export const updateDefect = (tx: Tx, id: string, patch: Updateable<DefectRow>) =>
  on(tx).updateTable('defects').set(patch).where('id', '=', id).execute()

export const insertComment = (tx: Tx, row: Insertable<CommentRow>) =>
  on(tx).insertInto('defect_comments').values(row).returning('id').executeTakeFirstOrThrow()

export const countComments = async (tx: Tx, defect_id: string): Promise<number> => {
  const all = on(tx).selectFrom('defect_comments').where('defect_id', '=', defect_id)
  return Number((await all.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
}

export const countDefects = async (tx: Tx, of: { created_by: string; since: Date }): Promise<number> => {
  const own = on(tx).selectFrom('defects').where('created_by', '=', of.created_by)
  const late = own.where('created_at', '>', of.since)
  return Number((await late.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
}

/** What people call a defect by. */
export const numberOf = (nr: string) => `DEF-${nr.padStart(4, '0')}`
