import { sql } from 'kysely'

const MARK = '/* prepared */'

/** So many statements are kept on each connection; any other is read and planned anew. */
const PREPARED_MAX = 50
const names = new Map<string, string>()

/**
 * At the end of a statement that is asked again and again in the same words: each connection has it read and planned
 * once. Only where any values do with the same plan, and columns are named: after a migration that changes what `*` is,
 * a prepared statement fails.
 */
export const PREPARED = sql.raw(MARK)

/** Under which name a statement is kept; undefined for one that is not. */
export const nameOf = (text: string): string | undefined => {
  if (!text.endsWith(MARK)) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED_MAX) return known
  const name = `lulus_${names.size}`
  names.set(text, name)
  return name
}
