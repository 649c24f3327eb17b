import { type RawBuilder, sql } from 'kysely'
import type { Today } from '#contract/dashboard.ts'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { cancelDeadline } from '#domain/access/policy.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { namedStores } from '../access/scope.ts'
import type { Environment } from '../authority/wire/environments.ts'
import { askedBack, windowEnds } from '../documents/store/conditions.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { COUNTED_MAX, countedAs } from '../platform/lists/counted.ts'
import { type By, OTHER_PARTY } from './rows.ts'

const ROWS_MAX = sql.lit(5)
const READ_MAX = sql.lit(COUNTED_MAX + 1)

type Found = {
  uuid: string
  invoice_number: string
  invoice_type: string
  other_party: string
  invoice_currency: string
  total_payable_amount: string
  status: Status
  environment: Environment
  validated_at: Date
  /** Null unless the other side asked for a rejection. */
  reject_reason: string | null
  is_ending: boolean
  n: number
}

const SHOWN = sql`id AS uuid, invoice_number, invoice_type, ${OTHER_PARTY} AS other_party, invoice_currency,
  total_payable_amount::text, status, environment, validated_at, reject_requested_at IS NULL AS is_ending,
  CASE WHEN reject_requested_at IS NOT NULL THEN reject_reason END AS reject_reason`

/**
 * Validated documents that can soon not be cancelled any more, those that others want rejected first: how many, up to a
 * thousand, and the first few. Read from where their windows end, in each department and environment: the days before
 * do not count, however many they are.
 */
export const windowsOf = async ({ db, caller, now }: By): Promise<NonNullable<Today['windows']>> => {
  const stores = namedStores(caller)
  const ofEach = (columns: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`
    SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
      SELECT ${columns} FROM documents WHERE store_code_id = store AND status = 'Validated' AND ${askedBack(now)}
      ${end}) AS d
    UNION ALL
    SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN unnest(${ENVIRONMENTS}::text[]) AS place
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM documents
        WHERE store_code_id = store AND environment = place AND status = 'Validated' AND ${windowEnds(now)}
        ${end}) AS d`
  const { rows } = await sql<Found>`
    WITH counted AS MATERIALIZED (
      SELECT FROM (${ofEach(sql`id`, sql`LIMIT ${READ_MAX}`)}) AS d LIMIT ${READ_MAX}
    ), first AS (
      SELECT * FROM (${ofEach(SHOWN, sql`ORDER BY validated_at, id LIMIT ${ROWS_MAX}`)}) AS d
    )
    SELECT first.*, (SELECT count(*)::int FROM counted) AS n
    FROM first ORDER BY is_ending, validated_at, uuid LIMIT ${ROWS_MAX} ${PREPARED}`.execute(db)
  return {
    ...countedAs(rows[0]?.n ?? 0),
    rows: rows.map(({ n: _, is_ending: __, validated_at, ...row }) => ({
      ...row,
      deadline: cancelDeadline({ validated_at })?.toISOString() ?? '',
    })),
  }
}
