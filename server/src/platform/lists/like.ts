import { sql } from 'kysely'

/** A text as an ILIKE pattern: found anywhere, its own wildcards taken literally. */
export const like = (text: string) => `%${literal(text)}%`

/** The same at the beginning. */
export const beginsWith = (text: string) => `${literal(text)}%`

const literal = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * A column that people read in order, in small letters, whatever the collation of the database. Indexes in this order
 * have it letter for letter.
 */
export const inSmall = (column: string) => sql`lower(${sql.ref(column)}) COLLATE "C"`
