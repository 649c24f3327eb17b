import { type SqlBool, sql } from 'kysely'
import { like } from '../../platform/lists/like.ts'

/** Whether capitals are something else: not of digits, which most texts are. */
export const hasCase = (text: string) => text.toLowerCase() !== text.toUpperCase()

/**
 * That a column contains a text, whatever case; where there is none, to look for it is a quarter of the work. `ILIKE`
 * would make small letters of the text as well, at each row. Within `coalesce` the planner takes it to be as likely as
 * not: beside a bare `lower` it expects one row of two hundred, and sorts a million rather than walk their order.
 */
export const contains = (column: string, text: string) =>
  hasCase(text)
    ? sql<SqlBool>`coalesce(lower(${sql.ref(column)}) LIKE lower(${like(text)}), FALSE)`
    : sql<SqlBool>`${sql.ref(column)} LIKE ${like(text)}`

/** The same of a column that has an index of its trigrams. */
export const containsByIndex = (column: string, text: string) =>
  sql<SqlBool>`${sql.ref(column)} ILIKE ${like(text)}`

/**
 * Whether an index of trigrams knows any of a text: three letters side by side, where what is no letter ends a word and
 * begins one twice over. Without any, that whole index would be read.
 */
export const hasTrigram = (text: string) =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(text)

/** The same of a column that is kept in small letters, which is as little work whatever text it is. */
export const containsSmall = (column: string, text: string) =>
  sql<SqlBool>`${sql.ref(column)} LIKE lower(${like(text)})`

/** That each of these columns contains its text; of a text that is not given nothing is asked. */
export const contain = (texts: Record<string, string | undefined>, condition = contains) =>
  sql.join(
    [
      sql`TRUE`,
      ...Object.entries(texts).flatMap(([column, text]) => (text ? [condition(column, text)] : [])),
    ],
    sql` AND `,
  )
