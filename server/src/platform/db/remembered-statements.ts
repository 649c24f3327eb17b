import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { lastAsked } from './last-asked.ts'

/**
 * Statements by all that they are made of, since to put one together takes as long as to read what it answers. Those
 * that were asked for last are kept.
 */
export const rememberedStatements = () => {
  const last = lastAsked<CompiledQuery>()
  return (db: Db, key: string, build: () => Compilable): CompiledQuery => {
    const known = last.get(db, key)
    if (known) return known
    const statement = withLiteralLists(build().compile())
    last.set(db, key, statement)
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
