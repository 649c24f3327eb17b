import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

const KEPT_MAX = 200
/** Of somebody with thousands of departments nothing is kept: it would be much, and be of little use. */
const KEY_LENGTH_MAX = 20_000

/**
 * Statements by all that they are made of, since to put one together takes as long as to read what it answers. Those
 * that were asked for last are kept.
 */
export const rememberedStatements = () => {
  const of_databases = new WeakMap<Db, Map<string, CompiledQuery>>()
  return (db: Db, key: string, build: () => Compilable): CompiledQuery => {
    const kept = of_databases.get(db) ?? new Map<string, CompiledQuery>()
    of_databases.set(db, kept)
    const known = kept.get(key)
    kept.delete(key)
    const statement = known ?? withLiteralLists(build().compile())
    if (key.length <= KEY_LENGTH_MAX) kept.set(key, statement)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return statement
  }
}

/** Lists of texts as PostgreSQL writes them, or the driver would do so for each question. */
const withLiteralLists = (statement: CompiledQuery): CompiledQuery => ({
  ...statement,
  parameters: statement.parameters.map((value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? literalList(value) : value,
  ),
})

const literalList = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
