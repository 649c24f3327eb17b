import { sql } from 'kysely'
import type { Today } from '#contract/dashboard.ts'
import { cancelDeadline } from '#domain/access/policy.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { ENVIRONMENTS } from '../authority/wire/environments.ts'
import { askedBack, windowEnds } from '../documents/store/conditions.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { COUNTED_MAX, countedAs } from '../platform/lists/counted.ts'
import type { By } from './rows.ts'

const ROWS_MAX = sql.lit(5)
const READ_MAX = sql.lit(COUNTED_MAX + 1)

type Found = {
  uuid: string
  invoice_number: string
  buyer: string
  invoice_currency: string
  total_payable_amount: string
  status: Status
  validated_at: Date
  /** Null unless the buyer asked for a rejection. */
  reject_reason: string | null
  n: number
}

const COLUMNS = sql`id AS uuid, invoice_number, buyer_name AS buyer, invoice_currency,
  total_payable_amount::text, status, validated_at`

/**
 * Validated documents that can soon not be cancelled any more, those that buyers want rejected first. Read from where
 * their windows end, in each department and environment: the days before do not count, however many they are.
 */
export const windowsOf = async ({ db, caller, now }: By): Promise<NonNullable<Today['windows']>> => {
  const stores = caller.stores.map(({ store_code_id }) => store_code_id)
  const { rows } = await sql<Found>`
    WITH asked AS (
      SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
        SELECT ${COLUMNS}, reject_reason FROM documents
        WHERE store_code_id = store AND status = 'Validated' AND ${askedBack(now)}
        ORDER BY validated_at LIMIT ${READ_MAX}) AS d
    ), ending AS (
      SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN unnest(${ENVIRONMENTS}::text[]) AS place
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS}, NULL::text AS reject_reason FROM documents
          WHERE store_code_id = store AND environment = place AND status = 'Validated' AND ${windowEnds(now)}
          ORDER BY validated_at LIMIT ${READ_MAX}) AS d
    ), found AS MATERIALIZED (SELECT * FROM asked UNION ALL SELECT * FROM ending)
    SELECT found.*, LEAST((SELECT count(*) FROM found), ${READ_MAX})::int AS n
    FROM found ORDER BY reject_reason IS NULL, validated_at, uuid LIMIT ${ROWS_MAX} ${PREPARED}`.execute(db)
  return {
    ...countedAs(rows[0]?.n ?? 0),
    rows: rows.map(({ n: _, validated_at, ...row }) => ({
      ...row,
      deadline: cancelDeadline({ validated_at })?.toISOString() ?? '',
    })),
  }
}
