import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, isSuperadmin } from '#domain/access/caller.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { readTroubles as readSilences } from '../../authority/wire/troubles.ts'
import type { Db } from '../../platform/db/database.ts'
import { COUNTED_MAX, countedAs } from '../../platform/lists/counted.ts'
import { countUnsent } from '../../platform/mail/unsent.ts'
import { missingOf } from '../comparing/found.ts'
import { STAYS_HELD } from '../life/held.ts'
import { recentRefusals } from '../store/refusals.ts'
import { readWorkerAway } from './worker-sign.ts'

type By = { db: Db; caller: Caller }

/** What keeps documents from their end without anybody's fault here: environments that are silent, and refusals. */
export const readTroubles = async (by: By & { now: Date }) => ({
  ...(await troublesOf(by)),
  refusals: await refusalsOf(by),
})

/** The same, what LHDN has that is not here, that no worker runs, and that mails do not arrive. */
export const readAuthorityStatus = async (by: By & { now: Date }) => {
  const missing = await missingOf(by)
  const away = await readWorkerAway(by)
  return {
    ...(await readTroubles(by)),
    worker: away && { since: away.since?.toISOString() ?? null },
    mails: isSuperadmin(by.caller) ? await unsentOf(by) : null,
    missing: missing.map(({ since, documents: n, ...found }) => {
      const { count: documents, more } = countedAs(n)
      return { ...found, documents, more, since: since.toISOString() }
    }),
  }
}

const unsentOf = async ({ db, now }: { db: Db; now: Date }) => {
  const { count: n, since } = await countUnsent(db, now)
  const { count: unsent, more } = countedAs(n)
  return since && { since: since.toISOString(), unsent, more }
}

/** What the authority refuses of each company, all of one kind together, with the newest of them. */
const refusalsOf = async ({ db, caller, now }: By & { now: Date }) => {
  const found = await recentRefusals(db, caller, now)
  const kinds = Map.groupBy(found, (one) =>
    [one.sender_entity_id, one.environment, one.invoice_number === null].join(' '),
  )
  return [...kinds.values()].flatMap(([newest, ...others]) => {
    if (!newest) return []
    const { sender_entity_id, name, environment, invoice_number, why, since } = newest
    const documents = invoice_number === null ? 0 : 1 + others.length
    return [
      {
        ...{ sender_entity_id, name, environment, why, documents },
        ...{ since: since.toISOString(), invoice_number: invoice_number ?? '' },
      },
    ]
  })
}

const READ_MAX = sql.lit(COUNTED_MAX + 1)

/** Environments which do not answer, and how many of the caller's documents wait for them, up to a thousand. */
export const troublesOf = async ({ db, caller }: By) => {
  const known = await readSilences(db)
  if (known.length === 0) return { troubles: [] }
  const waiting = await countWaiting(
    { db, caller },
    known.map(({ environment }) => environment),
  )
  return {
    troubles: known.map(({ environment, since, why }) => {
      const { count, more } = countedAs(waiting.get(environment) ?? 0)
      return { environment, since: since.toISOString(), why, waiting: count, more }
    }),
  }
}

/**
 * In what status documents wait for the authority, and what else is asked of these. What is Outcome Unknown was sent,
 * and is asked about.
 */
const WAITING: readonly { status: Status; where: RawBuilder<SqlBool> }[] = [
  { status: 'Approved', where: sql`TRUE` },
  { status: 'OnHold', where: sql`NOT ${STAYS_HELD}` },
]

/**
 * Of each environment up to one more than are counted: every screen asks, and again each minute, above all while most
 * of what there is waits. Each department and status is entered at one end of its index.
 */
const countWaiting = async ({ db, caller }: By, environments: readonly string[]) => {
  const stores = caller.stores.map(({ store_code_id }) => store_code_id)
  const ofEach = WAITING.map(
    ({ status, where }) => sql`SELECT d.* FROM unnest(${stores}::uuid[]) AS store CROSS JOIN LATERAL (
      SELECT id FROM documents
      WHERE store_code_id = store AND status = ${sql.lit(status)} AND documents.environment = place AND ${where}
      ORDER BY invoice_date DESC, created_at DESC LIMIT ${READ_MAX}) AS d`,
  )
  const { rows } = await sql<{ place: string; n: number }>`
    SELECT place, n FROM unnest(${[...environments]}::text[]) AS place CROSS JOIN LATERAL (
      SELECT count(*)::int AS n FROM (${sql.join(ofEach, sql` UNION ALL `)} LIMIT ${READ_MAX}) AS waiting
    ) AS counted`.execute(db)
  return new Map(rows.map(({ place, n }) => [place, n]))
}
