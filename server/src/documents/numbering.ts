import { documentNumber, runningNumber } from '#domain/documents/numbering.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { on } from './tables.ts'

type Series = { store_code_id: string; invoice_type: string }

/** The running number which the next document of this series would get; nothing is claimed. */
export const previewNumber = async (db: Db, { store_code_id, invoice_type }: Series): Promise<string> => {
  const row = await on(db)
    .selectFrom('number_counters')
    .where('store_code_id', '=', store_code_id)
    .where('invoice_type', '=', invoice_type)
    .select('last_count')
    .executeTakeFirst()
  return runningNumber(invoice_type, (row?.last_count ?? 0) + 1)
}

/**
 * Claims the next number for the document that this transaction saves. The counter's row stays locked until the
 * transaction ends and a rollback gives the number back, so the series has no gaps (decisions.md §3).
 */
export const claimNumber = async (tx: Tx, series: Series & { store_code: string }): Promise<string> => {
  const row = await on(tx)
    .insertInto('number_counters')
    .values({ store_code_id: series.store_code_id, invoice_type: series.invoice_type, last_count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['store_code_id', 'invoice_type']).doUpdateSet((eb) => ({
        last_count: eb('number_counters.last_count', '+', 1),
      })),
    )
    .returning('last_count')
    .executeTakeFirstOrThrow()
  return documentNumber(series.store_code, runningNumber(series.invoice_type, row.last_count))
}
