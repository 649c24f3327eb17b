import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { FIELDS } from '#domain/shaping/fields.ts'
import type { Mapping } from '#domain/shaping/mappings.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'

type Kept = { id: Generated<string>; created_at: Date; modified_at: Date }
export type MappingRow = Mapping & Kept
export type DefaultRow = { field_name: string; default_value: string } & Kept

const on = (handle: Db | Tx) =>
  handle.withTables<{ data_mappings: MappingRow; enrichment_defaults: DefaultRow }>()

export const MAPPING_COLUMNS = [
  ...(['id', 'field', 'mapping_type', 'lookup_key', 'lookup_value', 'hardcode_value', 'overwrite'] as const),
  'modified_at',
] as const
export const DEFAULT_COLUMNS = ['id', 'field_name', 'default_value', 'modified_at'] as const

/** A row as it is answered. */
export const toAnswer = <R extends { modified_at: Date }>(row: R) => ({
  ...row,
  modified_at: row.modified_at.toISOString(),
})

export const allMappings = (handle: Db | Tx) => on(handle).selectFrom('data_mappings')
export const allDefaults = (handle: Db | Tx) => on(handle).selectFrom('enrichment_defaults')

/** Fields are found by their names, and by what the form calls them. */
export const mappingMatches = (text: string): RawBuilder<SqlBool> => {
  const called = FIELDS.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  return sql<SqlBool>`(field = ANY(${called.map(({ value }) => value)})
    OR concat_ws(' ', field, lookup_key, lookup_value, hardcode_value) ILIKE ${like(text)})`
}

/** Other writers wait until the transaction ends, so that what is found out about the whole table holds. */
export const lockMappings = (tx: Tx) => sql`LOCK TABLE data_mappings IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
export const lockDefaults = (tx: Tx) =>
  sql`LOCK TABLE enrichment_defaults IN SHARE ROW EXCLUSIVE MODE`.execute(tx)

export const insertMapping = (tx: Tx, row: Insertable<MappingRow>) =>
  on(tx).insertInto('data_mappings').values(row).returning(MAPPING_COLUMNS).executeTakeFirstOrThrow()

export const updateMapping = (tx: Tx, id: string, patch: Updateable<MappingRow>) =>
  on(tx).updateTable('data_mappings').set(patch).where('id', '=', id).execute()

export const deleteMapping = (tx: Tx, id: string) =>
  on(tx).deleteFrom('data_mappings').where('id', '=', id).execute()

export const insertDefault = (tx: Tx, row: Insertable<DefaultRow>) =>
  on(tx).insertInto('enrichment_defaults').values(row).returning(DEFAULT_COLUMNS).executeTakeFirstOrThrow()

export const updateDefault = (tx: Tx, id: string, patch: Updateable<DefaultRow>) =>
  on(tx).updateTable('enrichment_defaults').set(patch).where('id', '=', id).execute()

export const deleteDefault = (tx: Tx, id: string) =>
  on(tx).deleteFrom('enrichment_defaults').where('id', '=', id).execute()
