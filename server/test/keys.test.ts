import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from './database.ts'

// That every table can live past one primary: the lists of deploy/citus/distribute.sql against the catalogue of a
// database on which deploy/citus/keys.sql was played. Citus itself is not here; what it demands of keys is.

const COMPANY = 'sender_entity_id'
/** Kysely's own bookkeeping and the hashes of the files it applied. */
const PLATFORM_TABLES = ['schema_file', 'schema_migration', 'schema_migration_lock']

const statements = readFileSync(join(import.meta.dirname, '../../deploy/citus/distribute.sql'), 'utf8')
const all = (form: RegExp) => [...statements.matchAll(form)].map(([, found = '']) => found)
const references = all(/^select create_reference_table\('(\w+)'\);$/gm)
const distributed = all(/^select create_distributed_table\('(\w+)', .*$/gm)
const local = all(/^-- local: (\w+): .{10,}$/gm)

type Key = { name: string; table: string; columns: string[] }
type Reference = Key & { parent: string; parent_columns: string[]; on_delete: string }

let tables: string[]
let columns: { table: string; name: string; type: string; required: boolean; numbered: boolean }[]
let unique: Key[]
let foreign: Reference[]

beforeAll(async () => {
  const { db } = await testDatabase({ on_keys: true })
  const names = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`.execute(db)
  tables = names.rows.map(({ name }) => name).filter((name) => !PLATFORM_TABLES.includes(name))
  columns = (
    await sql<(typeof columns)[number]>`
    SELECT attrelid::regclass::text AS "table", attname AS name, format_type(atttypid, NULL) AS type,
      attnotnull AS required, attidentity <> '' AS numbered
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
    WHERE attnum > 0 AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`.execute(db)
  ).rows
  unique = (
    await sql<Key>`
    SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS "table",
      (SELECT json_agg(attname) FROM pg_attribute WHERE attrelid = i.indrelid AND attnum = ANY(i.indkey)) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace`.execute(db)
  ).rows
  foreign = (
    await sql<Reference>`
    SELECT c.conname AS name, c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS parent,
      c.confdeltype AS on_delete,
      (SELECT json_agg(a.attname ORDER BY k.at) FROM unnest(c.conkey) WITH ORDINALITY k(nr, at)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.nr) AS columns,
      (SELECT json_agg(a.attname ORDER BY k.at) FROM unnest(c.confkey) WITH ORDINALITY k(nr, at)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.nr) AS parent_columns
    FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`.execute(db)
  ).rows
})

describe('the lists of distribute.sql', () => {
  it('name each table once: distributed, the same everywhere, or local and why', () => {
    expect([...distributed, ...references, ...local].sort()).toEqual(tables)
    expect([distributed.length > 15, references.length > 2, local.length > 40]).toEqual([true, true, true])
  })

  it('distribute by the company, all beside the documents', () => {
    const first = `select create_distributed_table('documents', '${COMPANY}');`
    const others = distributed
      .filter((table) => table !== 'documents')
      .map(
        (table) => `select create_distributed_table('${table}', '${COMPANY}', colocate_with => 'documents');`,
      )
    expect(statements.split('\n').filter((line) => /create_distributed_table/.test(line))).toEqual([
      first,
      ...others,
    ])
  })

  it('come to a table after those that it refers to', () => {
    const order = [...references, ...distributed]
    const early = foreign
      .filter(({ table, parent }) => order.includes(table) && table !== parent)
      .filter(({ table, parent }) => order.indexOf(parent) > order.indexOf(table))
    expect(early.map(({ name }) => name)).toEqual([])
  })
})

it('each function that a shard may ask is sent ahead', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ name: string }>`
    SELECT proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`.execute(db)
  const named = rows.map(({ name }) => name.replaceAll(/\w+ (?=\w+[,)])/g, ''))
  expect(all(/^select create_distributed_function\('(.+)'\);$/gm).sort()).toEqual(named.sort())
})

describe('what a trigger writes beside the documents', () => {
  /** `UPDATE` and `DELETE` of functions that are triggers: a shard plays them on its own rows. */
  const changes = async () => {
    const { db } = await testDatabase()
    const { rows } = await sql<{
      name: string
      text: string
    }>`SELECT proname AS name, prosrc AS text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype`.execute(db)
    return rows.flatMap(({ name, text }) =>
      [...text.matchAll(/\b(?:update|delete from) (\w+)\b([^;]*);/gi)]
        .filter(([, table = '']) => distributed.includes(table))
        .map(([, , rest = '']) => {
          const [set = '', condition = ''] = rest.split(/\bwhere\b/i)
          return { name, set, condition }
        }),
    )
  }

  it('is found within its company, which no statement sets', async () => {
    const all_changes = await changes()
    expect(all_changes.map(({ name }) => name).sort()).toEqual([
      'change_document_orders',
      'drop_document_orders',
    ])
    const wrong = all_changes.filter(
      ({ set, condition }) => set.includes(COMPANY) || !condition.includes(COMPANY),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

describe('on the keys of keys.sql', () => {
  const far = () => columns.filter(({ table }) => distributed.includes(table))

  it('each row that is distributed says whose it is', () => {
    const saying = far().filter(({ name, type, required }) => name === COMPANY && type === 'uuid' && required)
    expect(saying.map(({ table }) => table).sort()).toEqual([...distributed].sort())
  })

  it('each unique key of theirs contains the company', () => {
    const without = unique.filter((key) => distributed.includes(key.table) && !key.columns.includes(COMPANY))
    expect(without.map(({ name }) => name)).toEqual([])
  })

  it('each has a primary key, by which a shard can be moved', () => {
    const keyed = new Set(unique.map(({ table }) => table))
    expect([...distributed, ...references].filter((table) => !keyed.has(table))).toEqual([])
  })

  it('they refer to what is everywhere, or to what is of the same company', () => {
    const wrong = foreign
      .filter(({ table }) => distributed.includes(table))
      .filter(
        ({ parent, columns, parent_columns }) =>
          !references.includes(parent) &&
          !(distributed.includes(parent) && parent_columns[columns.indexOf(COMPANY)] === COMPANY),
      )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('what is everywhere refers to nothing else, and what is local to nothing that is distributed', () => {
    const wrong = foreign.filter(
      ({ table, parent }) =>
        (references.includes(table) && !references.includes(parent)) ||
        (local.includes(table) && distributed.includes(parent)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('none empties a column when the other row goes: the company may not be emptied', () => {
    const emptying = foreign.filter((key) => distributed.includes(key.table) && 'nd'.includes(key.on_delete))
    expect(emptying.map(({ name }) => name)).toEqual([])
  })

  it('numbers that the database gives are bigint, of which each machine has its own', () => {
    const small = columns.filter(
      ({ table, numbered, type }) => numbered && type !== 'bigint' && !local.includes(table),
    )
    expect(small).toEqual([])
  })
})
