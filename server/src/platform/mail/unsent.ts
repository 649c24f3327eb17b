import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#domain/time/units.ts'
import type { Clock } from '../clock/clock.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Outcomes } from '../jobs/runner.ts'
import { COUNTED_MAX } from '../lists/counted.ts'
import type { Retention } from '../retention/retention.ts'
import { MailError } from './post.ts'
import { ADDRESS_REFUSED } from './refusal.ts'

export type UnsentTable = {
  job_id: string
  queue: string
  recipient: string
  subject: string
  why: string
  tries: number
  first_failed_at: Date
  last_failed_at: Date
  gave_up: boolean
}

export const onUnsent = (handle: Db) => handle.withTables<{ unsent_mails: UnsentTable }>()

/** So long superadmins can see whom a mail never reached. */
export const unsentRetention: Retention = {
  table: 'unsent_mails',
  column: 'last_failed_at',
  kept_ms: 30 * DAY_MS,
}

/** Keeps what a job could not mail, and forgets it as soon as the job is done. */
export const recordUnsent = ({ db, clock }: { db: Db; clock: Clock }): Outcomes => ({
  failed: async (error, { name, job_id, attempt, attempts_max }) => {
    if (!(error instanceof MailError)) return
    const now = clock.now()
    const tried = { why: error.why, tries: attempt, last_failed_at: now, gave_up: attempt >= attempts_max }
    const { to: recipient, subject } = error
    await inTransaction(db, (tx) =>
      tx
        .withTables<{ unsent_mails: UnsentTable }>()
        .insertInto('unsent_mails')
        .values({ job_id, queue: name, recipient, subject, first_failed_at: now, ...tried })
        .onConflict((same) => same.column('job_id').doUpdateSet({ recipient, subject, ...tried }))
        .execute(),
    )
  },
  doneAtLast: async ({ job_id }) => {
    await inTransaction(db, (tx) =>
      tx
        .withTables<{ unsent_mails: UnsentTable }>()
        .deleteFrom('unsent_mails')
        .where('job_id', '=', job_id)
        .execute(),
    )
  },
})

/** A try that fails may be a mail server that starts anew; the next ones follow within seconds. */
const SOON_OVER_MS = 5 * MINUTE_MS

/** What failed is tried each hour at least, for a day; what failed last before that is an old story. */
const NEWS_MS = DAY_MS

/** Since null: there are none. `one_address`: all are to one address, and the mail server refuses that. */
export type Unsent = { count: number; since: Date | null; one_address: boolean }

/** How many mails have not gone out for some minutes, or never will, and since when; up to one more than are told. */
export const countUnsent = async (db: Db, now: Date): Promise<Unsent> => {
  const [news, soon_over] = [NEWS_MS, SOON_OVER_MS].map((ms) => new Date(now.getTime() - ms))
  const { rows } = await sql<Unsent>`
    SELECT count(*)::int AS count, min(first_failed_at) AS since,
      count(DISTINCT recipient) = 1 AND bool_and(strpos(why, ${`(${ADDRESS_REFUSED}`}) > 0) AS one_address
    FROM (
      SELECT first_failed_at, recipient, why FROM unsent_mails
      WHERE last_failed_at > ${news} AND (gave_up OR first_failed_at < ${soon_over})
      ORDER BY last_failed_at DESC LIMIT ${COUNTED_MAX + 1}) AS unsent`.execute(db)
  return rows[0] ?? { count: 0, since: null, one_address: false }
}

/** All that is kept, up to ten thousand. */
export const countKeptUnsent = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT FROM unsent_mails LIMIT 10000) AS kept`.execute(db)
  return rows[0]?.n ?? 0
}
