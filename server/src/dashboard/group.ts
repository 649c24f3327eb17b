import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NeedyLine } from '#contract/dashboard.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { type Summed, sumsOf } from '#domain/documents/sums.ts'
import type { Decimal } from '#domain/money/decimal.ts'
import type { Environment } from '../authority/wire/environments.ts'
import { isStep } from '../documents/store/conditions.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { COUNTED_MAX, countedAs } from '../platform/lists/counted.ts'
import { type By, OTHER_PARTY } from './rows.ts'

/** So many of a group are shown. */
const ROWS_MAX = sql.lit(5)
const READ_MAX = sql.lit(COUNTED_MAX + 1)

/** The statuses in which a document stands until somebody acts: those of the index `documents_standing`. */
type Standing = Extract<
  Status,
  'Pending Approval' | 'Outcome Unknown' | 'OnHold' | 'Submission Failed' | 'Invalid' | 'Approval Rejected'
>

const SHOWN = sql`id, invoice_number, ${OTHER_PARTY} AS other_party, invoice_currency, total_payable_amount::text,
  status, environment, status_message, submitted_at, modified_at`

export type Wanted = {
  statuses: readonly Standing[]
  /** A condition on rows of `documents`. */
  where?: RawBuilder<SqlBool>
  first: 'oldest' | 'newest'
  /** Also what they come to: then each is read, and not only its place in the index. */
  summed?: boolean
}

type Found = {
  id: string
  invoice_number: string
  other_party: string
  invoice_currency: string
  total_payable_amount: Decimal
  status: Status
  environment: Environment
  status_message: string
  submitted_at: Date | null
  modified_at: Date
  moved_by: string | null
  n: number
  sums: Summed[] | null
}

const SUMS = sql`(SELECT json_agg(part) FROM (
  SELECT invoice_currency AS currency, invoice_type, count(*)::int AS documents,
    sum(total_payable_amount)::text AS total
  FROM counted GROUP BY invoice_currency, invoice_type) AS part)`

/**
 * The caller's documents of some standing statuses: how many, up to a thousand, the first few, and, where that is
 * wanted, what they come to in each currency and kind. Each department and status is entered at one end of its index,
 * so that it costs the same in any archive.
 */
export const readGroup = async (
  { db, caller }: By,
  { statuses, where = sql`TRUE`, first, summed = false }: Wanted,
) => {
  const stores = caller.stores.map(({ store_code_id }) => store_code_id)
  const order = first === 'oldest' ? sql`modified_at, id` : sql`modified_at DESC, id DESC`
  /** Each status by its name: of several at once the planner believes that there are hardly any, and sorts them all. */
  const ofEach = (columns: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
    sql.join(
      statuses.map(
        (status) => sql`SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
          SELECT ${columns} FROM documents WHERE store_code_id = store AND status = ${sql.lit(status)} AND ${where}
          ${end}) AS d`,
      ),
      sql` UNION ALL `,
    )
  const counted = summed ? sql`invoice_currency, invoice_type, total_payable_amount` : sql`id`
  const { rows } = await sql<Found>`
    WITH counted AS MATERIALIZED (
      SELECT * FROM (${ofEach(counted, sql`LIMIT ${READ_MAX}`)}) AS d
      LIMIT ${READ_MAX}
    ), first AS (
      SELECT * FROM (${ofEach(SHOWN, sql`ORDER BY ${order} LIMIT ${ROWS_MAX}`)}) AS d
      ORDER BY ${order} LIMIT ${ROWS_MAX}
    )
    SELECT first.*, (SELECT count(*)::int FROM counted) AS n, ${summed ? SUMS : sql`NULL`} AS sums,
      (SELECT h.actor_name FROM document_history AS h WHERE h.document_id = first.id AND ${isStep('h')}
        ORDER BY h.id DESC LIMIT 1) AS moved_by
    FROM first ORDER BY ${order} ${PREPARED}`.execute(db)
  const { n = 0, sums } = rows[0] ?? {}
  const more = n > COUNTED_MAX
  return {
    ...countedAs(n),
    rows: rows.map((row) => toLine(row)),
    // Of a part of them they would be wrong.
    sums: more
      ? []
      : sumsOf(sums ?? []).map(({ currency, kind, total }) => ({ invoice_currency: currency, kind, total })),
  }
}

const toLine = (row: Found): NeedyLine => ({
  uuid: row.id,
  invoice_number: row.invoice_number,
  other_party: row.other_party,
  invoice_currency: row.invoice_currency,
  total_payable_amount: row.total_payable_amount,
  status: row.status,
  environment: row.environment,
  reason: firstReason(row.status, row.status_message),
  moved_by: row.moved_by ?? '',
  modified_at: row.modified_at.toISOString(),
})

/** A refusal gives one reason per line; what a person wrote is one, however many lines it has. */
const firstReason = (status: Status, message: string) =>
  status === 'Submission Failed' || status === 'Invalid' ? (message.split('\n')[0] ?? '') : message
