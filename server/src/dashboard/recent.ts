import { sql } from 'kysely'
import type { Today } from '#contract/dashboard.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { namedStores } from '../access/scope.ts'
import type { Environment } from '../authority/wire/environments.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { type By, OTHER_PARTY } from './rows.ts'

const ROWS_MAX = sql.lit(8)

type Found = {
  uuid: string
  invoice_number: string
  other_party: string
  invoice_currency: string
  total_payable_amount: string
  status: Status
  environment: Environment
  created_at: Date
}

/** The caller's last documents, the newest first: the ends of their departments, put together. */
export const recentOf = async ({ db, caller }: By): Promise<NonNullable<Today['recent']>> => {
  const stores = namedStores(caller)
  const { rows } = await sql<Found>`
    SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
      SELECT id AS uuid, invoice_number, ${OTHER_PARTY} AS other_party, invoice_currency, total_payable_amount::text,
        status, environment, created_at
      FROM documents WHERE store_code_id = store ORDER BY created_at DESC, id LIMIT ${ROWS_MAX}
    ) AS d ORDER BY created_at DESC, uuid LIMIT ${ROWS_MAX} ${PREPARED}`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
