import type { Generated } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import type { RuleInForce } from './rules-in-force.ts'

type Tables = {
  rule_sets: { id: Generated<number>; versions: string }
  document_rule_sets: { document_id: string; revision: number; rule_set_id: number }
}

const on = (tx: Tx) => tx.withTables<Tables>()

/** Keeps by which rules this revision of a document was checked; nothing where there were none. */
export const keepRuleSet = async (
  tx: Tx,
  document: { id: string; revision: number },
  rules: readonly RuleInForce[],
): Promise<void> => {
  if (rules.length === 0) return
  const rule_set_id = await idOfSet(tx, rules.map(({ id, version }) => `${id}:${version}`).join(' '))
  const row = { document_id: document.id, revision: document.revision, rule_set_id }
  await on(tx).insertInto('document_rule_sets').values(row).execute()
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
