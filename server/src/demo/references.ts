import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'

/** A foreign key: these columns of `table` name those columns of a row of `parent`. */
export type Reference = {
  table: string
  columns: readonly string[]
  parent: string
  parent_columns: readonly string[]
}

/** Every foreign key of the product's tables. */
export const readReferences = async (handle: Db | Tx): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    SELECT c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS parent,
      (SELECT json_agg(a.attname ORDER BY k.at) FROM unnest(c.conkey) WITH ORDINALITY k(nr, at)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.nr) AS columns,
      (SELECT json_agg(a.attname ORDER BY k.at) FROM unnest(c.confkey) WITH ORDINALITY k(nr, at)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.nr) AS parent_columns
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
    ORDER BY 1, c.conname`.execute(handle)
  return rows
}

/**
 * The tables whose rows belong to rows of `root`, directly or by others, each after those that belong to it: in this
 * order they can be deleted. `root` comes last. Rows may name others of their own table. Throws where tables name each
 * other in a circle.
 */
export const tablesBelow = (references: readonly Reference[], root: string): string[] => {
  const done: string[] = []
  const visit = (table: string, way: readonly string[]) => {
    if (way.includes(table)) throw new Error(`The tables ${[...way, table].join(', ')} name each other.`)
    if (done.includes(table)) return
    for (const one of references)
      if (one.parent === table && one.table !== table) visit(one.table, [...way, table])
    done.push(table)
  }
  visit(root, [])
  return done
}

/** The condition under which a row of `table` belongs to those rows of `root` for which `of_root` holds. */
export const belongsTo = (
  references: readonly Reference[],
  table: string,
  root: { name: string; which: RawBuilder<unknown> },
): RawBuilder<unknown> => {
  if (table === root.name) return root.which
  const below = tablesBelow(references, root.name)
  const ways = references
    .filter((one) => one.table === table && one.parent !== table && below.includes(one.parent))
    .map(({ columns, parent, parent_columns }) => {
      const [own, theirs] = [listOf(table, columns), listOf(parent, parent_columns)]
      return sql`(${own}) IN (SELECT ${theirs} FROM ${sql.table(parent)}
        WHERE ${belongsTo(references, parent, root)})`
    })
  return sql`(${sql.join(ways, sql` OR `)})`
}

const listOf = (table: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
