import type { Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { TaxDocument } from '#domain/documents/document.ts'
import type { Expectation } from '#domain/rules/example.ts'
import type { Db, Tx } from '../platform/db/database.ts'

type ExampleTable = {
  id: Generated<string>
  rule_id: string
  document_id: string
  store_code_id: string
  invoice_number: string
  expected: Expectation
  content: JSONColumnType<TaxDocument>
  made_at: Date
  made_by_name: string
}
export type ExampleRow = Selectable<ExampleTable>

const on = (handle: Db | Tx) => handle.withTables<{ rule_examples: ExampleTable }>()

/** The examples of a rule, in the order in which they were saved. */
export const examplesOf = (handle: Db | Tx, rule_id: string): Promise<ExampleRow[]> =>
  on(handle)
    .selectFrom('rule_examples')
    .where('rule_id', '=', rule_id)
    .selectAll()
    .orderBy('made_at')
    .orderBy('invoice_number')
    .orderBy('id')
    .execute()

export const examplesById = (handle: Db | Tx, ids: readonly string[]): Promise<ExampleRow[]> =>
  on(handle)
    .selectFrom('rule_examples')
    .where('id', 'in', [...ids])
    .selectAll()
    .execute()

export const insertExample = (tx: Tx, row: Insertable<ExampleTable>) =>
  on(tx).insertInto('rule_examples').values(row).execute()

export const expect = (tx: Tx, id: string, expected: Expectation) =>
  on(tx).updateTable('rule_examples').set({ expected }).where('id', '=', id).execute()

export const deleteExamples = (tx: Tx, ids: readonly string[]) =>
  on(tx)
    .deleteFrom('rule_examples')
    .where('id', 'in', [...ids])
    .execute()
