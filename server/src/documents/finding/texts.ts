import { type SqlBool, sql } from 'kysely'
import { like } from '../../platform/lists/like.ts'

/** Whether capitals are something else: not of digits, which most texts are. */
export const hasCase = (text: string) => text.toLowerCase() !== text.toUpperCase()

/** That a column contains a text, whatever case; where there is none, to look for it is a third of the work. */
export const contains = (column: string, text: string) =>
  sql<SqlBool>`${sql.ref(column)} ${sql.raw(hasCase(text) ? 'ILIKE' : 'LIKE')} ${like(text)}`

/** The same of a column that is kept in small letters, which is as little work whatever text it is. */
export const containsSmall = (column: string, text: string) =>
  sql<SqlBool>`${sql.ref(column)} LIKE lower(${like(text)})`

/** That each of these columns contains its text; of a text that is not given nothing is asked. */
export const contain = (texts: Record<string, string | undefined>) =>
  sql.join(
    [sql`TRUE`, ...Object.entries(texts).flatMap(([column, text]) => (text ? [contains(column, text)] : []))],
    sql` AND `,
  )
