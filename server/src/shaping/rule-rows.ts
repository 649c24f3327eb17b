import { type Generated, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '#domain/rules/rule.ts'
import { FIELDS } from '#domain/shaping/fields.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { like } from '../platform/lists/like.ts'

type RuleTable = { id: Generated<string>; field: string; created_at: Date; deleted_at: Date | null }

export type VersionTable = {
  rule_id: string
  version: number
  condition: Condition
  value: string
  error_message: string
  active_from: Date
  active_until: Date | null
  made_at: Date
  made_by: string | null
  made_by_name: string
  /** Who approved the request for it; empty where there was none. */
  approved_by_name: Generated<string>
}

const on = (handle: Db | Tx) =>
  handle.withTables<{ validation_rules: RuleTable; validation_rule_versions: VersionTable }>()

export const RULE_COLUMNS = [
  'validation_rules.id',
  'validation_rules.field',
  'validation_rule_versions.condition',
  'validation_rule_versions.value',
  'validation_rule_versions.error_message',
  'validation_rule_versions.version',
  'validation_rule_versions.active_from',
] as const

/** The rules that are not deleted, each of its versions a row. */
export const ruleVersions = (handle: Db | Tx) =>
  on(handle)
    .selectFrom('validation_rules')
    .innerJoin('validation_rule_versions', 'rule_id', 'validation_rules.id')
    .where('deleted_at', 'is', null)

/** Versions of rules, deleted or not. */
export const versionsOf = (db: Db, wanted: readonly { id: string; version: number }[]) =>
  on(db)
    .selectFrom('validation_rules')
    .innerJoin('validation_rule_versions', 'rule_id', 'validation_rules.id')
    .where(
      sql<SqlBool>`(validation_rules.id::text || ':' || version) = ANY(${wanted.map(
        ({ id, version }) => `${id}:${version}`,
      )})`,
    )
    .select(RULE_COLUMNS)
    .orderBy('validation_rules.created_at')
    .orderBy('validation_rules.id')
    .execute()

/** The same with its newest version alone. */
export const newestRules = (handle: Db | Tx) =>
  ruleVersions(handle).where(
    sql<SqlBool>`version = (SELECT max(v.version) FROM validation_rule_versions v
      WHERE v.rule_id = validation_rules.id)`,
  )

/** Fields are found by their names, and by what the form calls them. */
export const ruleMatches = (text: string): RawBuilder<SqlBool> => {
  const called = FIELDS.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  return sql<SqlBool>`(field = ANY(${called.map(({ value }) => value)})
    OR concat_ws(' ', field, value, error_message) ILIKE ${like(text)})`
}

/** Other writers wait until the transaction ends, so that what is found out about the whole table holds. */
export const lockRules = (tx: Tx) => sql`LOCK TABLE validation_rules IN SHARE ROW EXCLUSIVE MODE`.execute(tx)

export const insertRule = async (tx: Tx, field: string, now: Date): Promise<string> => {
  const row = { field, created_at: now, deleted_at: null }
  return (await on(tx).insertInto('validation_rules').values(row).returning('id').executeTakeFirstOrThrow())
    .id
}

/** Adds a version; those that it takes the place of end when it begins. */
export const insertVersion = async (tx: Tx, row: Insertable<VersionTable>): Promise<void> => {
  await on(tx)
    .updateTable('validation_rule_versions')
    .set({ active_until: row.active_from })
    .where('rule_id', '=', row.rule_id)
    .where((eb) => eb.or([eb('active_until', 'is', null), eb('active_until', '>', row.active_from)]))
    .execute()
  await on(tx).insertInto('validation_rule_versions').values(row).execute()
}

export const markDeleted = (tx: Tx, id: string, now: Date) =>
  on(tx).updateTable('validation_rules').set({ deleted_at: now }).where('id', '=', id).execute()
