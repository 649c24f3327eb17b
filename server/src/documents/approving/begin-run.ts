import { type RawBuilder, sql } from 'kysely'
import type { UserCaller } from '#domain/access/caller.ts'
import { callerName } from '#domain/access/caller.ts'
import { type Summed, sumsOf } from '#domain/documents/sums.ts'
import type { Tx } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { changeRun, type RunRow } from './runs.ts'

type By = { tx: Tx; caller: UserCaller; now: Date }

/**
 * Notes the documents of a new run with what they come to and whose they are, as they are at this moment. `found`
 * answers `document_id` and `revision`, and company, currency, type and total where the caller may see the document.
 */
export const beginRun = async (
  { tx, caller, now }: By,
  { state, found }: { state: 'frozen' | 'approving'; found: RawBuilder<unknown> },
): Promise<{ run: RunRow; company_ids: readonly string[] }> => {
  const { id } = await on(tx)
    .insertInto('approval_runs')
    .values({
      ...{ user_id: caller.user_id, made_by_name: callerName(caller), state },
      ...{ total: 0, sums: '[]', created_at: now, modified_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Without a currency: what the caller may not see is counted, and adds nothing.
  const { rows } = await sql<Omit<Summed, 'currency'> & { currency: string | null; company_id: string }>`
    WITH found AS MATERIALIZED (${found}), noted AS (
      INSERT INTO approval_run_documents (run_id, document_id, revision)
      SELECT ${id}, document_id, revision FROM found
    )
    SELECT invoice_currency AS currency, invoice_type, sender_entity_id AS company_id,
      count(*)::int AS documents, sum(total_payable_amount)::text AS total
    FROM found GROUP BY invoice_currency, invoice_type, sender_entity_id`.execute(tx)
  const total = rows.reduce((sum, { documents }) => sum + documents, 0)
  const seen = rows.flatMap(({ currency, ...row }) => (currency === null ? [] : [{ ...row, currency }]))
  const sums = JSON.stringify(sumsOf(seen))
  const run = await changeRun(tx, { id }, { total, sums, modified_at: now })
  return { run, company_ids: seen.map(({ company_id }) => company_id) }
}
