import type { ColumnType, Generated } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { RuleInForce } from './rules-in-force.ts'

type Tables = {
  rule_sets: { id: Generated<number>; versions: string }
  document_rule_sets: {
    document_id: string
    revision: number
    /** Null in rows from before it was kept. */
    sender_entity_id: ColumnType<string | null, string, never>
    rule_set_id: number
  }
}

const on = (handle: Db | Tx) => handle.withTables<Tables>()

type Checked = { id: string; sender_entity_id: string; revision: number; rules: readonly RuleInForce[] }

/** Keeps by which rules these revisions of documents were checked; nothing of those where there were none. */
export const keepRuleSets = async (tx: Tx, documents: readonly Checked[]): Promise<void> => {
  const sets = Map.groupBy(documents, ({ rules }) =>
    rules.map(({ id, version }) => `${id}:${version}`).join(' '),
  )
  for (const [versions, checked] of sets) {
    if (versions === '') continue
    const rule_set_id = await idOfSet(tx, versions)
    const rows = checked.map(({ id: document_id, sender_entity_id, revision }) => ({
      ...{ document_id, sender_entity_id, revision, rule_set_id },
    }))
    await on(tx).insertInto('document_rule_sets').values(rows).execute()
  }
}

/** By which versions of which rules a revision of a document was checked. */
export const ruleSetOf = async (
  db: Db,
  { id, revision }: { id: string; revision: number },
): Promise<{ id: string; version: number }[]> => {
  const set = await on(db)
    .selectFrom('document_rule_sets')
    .innerJoin('rule_sets', 'rule_sets.id', 'rule_set_id')
    .where('document_id', '=', id)
    .where('revision', '=', revision)
    .select('versions')
    .executeTakeFirst()
  return (set?.versions.split(' ') ?? []).flatMap((one) => {
    const [rule = '', version] = one.split(':')
    return [{ id: rule, version: Number(version) }]
  })
}

/** Looked for first: to insert what is there makes everybody wait who stores a document meanwhile. */
const idOfSet = async (tx: Tx, versions: string): Promise<number> => {
  const known = await find(tx, versions)
  if (known !== undefined) return known
  const made = await on(tx)
    .insertInto('rule_sets')
    .values({ versions })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const id = made?.id ?? (await find(tx, versions))
  if (id === undefined) throw new Error('A rule set that is there was not found.')
  return id
}

const find = async (tx: Tx, versions: string): Promise<number | undefined> =>
  (await on(tx).selectFrom('rule_sets').select('id').where('versions', '=', versions).executeTakeFirst())?.id
