import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* prepared */'

/** So many statements are kept on each connection; any other is read and planned anew. */
const PREPARED_MAX = 50

/**
 * At the end of a statement that is asked again and again in the same words: each connection has it read and planned
 * once. Only where any values do with the same plan, and columns are named: a migration may change what `*` is.
 */
export const PREPARED = sql.raw(MARK)

/** The names of a pool's statements: answers under which one is kept, undefined for one that is not. */
export const openNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    if (!text.endsWith(MARK)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= PREPARED_MAX) return known
    const name = `lulus_${names.size}`
    names.set(text, name)
    return name
  }
}

/** "cached plan must not change result type": a migration changed a column, which this connection does not know. */
const FEATURE_NOT_SUPPORTED = '0A000'

/** Whether a statement failed so because it was prepared before a migration. A new connection prepares it anew. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === FEATURE_NOT_SUPPORTED
