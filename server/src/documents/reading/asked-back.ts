import { sql } from 'kysely'
import type { AskedBack } from '#contract/document-rows.ts'
import type { Caller } from '#domain/access/caller.ts'
import { cancelDeadline } from '#domain/access/policy.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { askedBack } from '../store/conditions.ts'

const ROWS_MAX = sql.lit(5)

type Found = Omit<AskedBack, 'deadline'> & { validated_at: Date }

/**
 * The first few that somebody wants rejected and a cancellation can still answer. Read from where the time of each
 * department ends: requests of the days before do not count, however many they are.
 */
export const readAskedBack = async ({ db, caller, now }: { db: Db; caller: Caller; now: Date }) => {
  const stores = namedStores(caller)
  const { rows } = await sql<Found>`
    SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
      SELECT id AS uuid, invoice_number, CASE WHEN selfbilling THEN supplier_name ELSE buyer_name END AS asked_by,
        invoice_currency, total_payable_amount::text, reject_reason AS reason, validated_at
      FROM documents WHERE store_code_id = store AND status = 'Validated' AND ${askedBack(now)}
      ORDER BY validated_at, id LIMIT ${ROWS_MAX}) AS d
    ORDER BY validated_at, uuid LIMIT ${ROWS_MAX} ${PREPARED}`.execute(db)
  return {
    requests: rows.map(({ validated_at, ...row }) => ({
      ...row,
      deadline: cancelDeadline({ validated_at })?.toISOString() ?? '',
    })),
  }
}
