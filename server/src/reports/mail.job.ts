import { displayName } from '#domain/access/caller.ts'
import { failuresWords, readyWords } from '#domain/letters/reports.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { letterOf } from '../platform/mail/letter.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { messageIdOf } from '../platform/mail/post.ts'
import { findSignIn, findUser, type UserDetails } from '../users/find.ts'
import { FAILURES_TOLD } from './end.ts'
import { reportMoved } from './facts.ts'
import { holdScheduleOf } from './find.ts'
import { on, type ReportRun } from './tables.ts'
import { FILE_DAYS } from './tidy.job.ts'

type Mailing = {
  db: Db
  clock: { now(): Date }
  send: SendMail
  public_url: string
}
type Wanted = { run_id: string }

/**
 * Tells the owner of a schedule that its report is there, with a link behind which one signs in. Killed before it could
 * say so, it sends the same mail again, with the same Message-ID. Whoever may no longer sign in hears nothing.
 */
export const mailReport = async (by: Mailing, { run_id }: Wanted): Promise<void> => {
  const run = await readRun(by.db, run_id)
  // Without a schedule: it was deleted since, and nobody wants its mails.
  if (run?.state !== 'done' || run.mailed_at !== null || run.schedule_id === null) return
  const owner = await ownerOf(by.db, run)
  if (!owner) return
  const message_id = messageIdOf(`report-${run.id}`, by.public_url)
  await by.send(owner.email, readyLetter(run, owner, by.public_url), { message_id })
  const now = by.clock.now()
  const { schedule_id } = run
  await inTransaction(by.db, async (tx) => {
    await holdScheduleOf(tx, run)
    await on(tx).updateTable('report_runs').set({ mailed_at: now }).where('id', '=', run_id).execute()
    await on(tx)
      .updateTable('report_schedules')
      .set({ last_sent_at: now })
      .where('id', '=', schedule_id)
      .execute()
    await tell(tx, reportMoved, { user_id: run.user_id })
  })
}

/** Tells the owner that the schedule failed several times in a row. */
export const mailFailures = async (by: Mailing, { run_id }: Wanted): Promise<void> => {
  const run = await readRun(by.db, run_id)
  const owner = run && (await ownerOf(by.db, run))
  if (!run || !owner) return
  const message_id = messageIdOf(`report-failures-${run.id}`, by.public_url)
  await by.send(owner.email, failuresLetter(run, owner, by.public_url), { message_id })
}

const readRun = (db: Db, id: string): Promise<ReportRun | undefined> =>
  on(db).selectFrom('report_runs').where('id', '=', id).selectAll().executeTakeFirst()

const ownerOf = async (db: Db, { user_id }: ReportRun): Promise<UserDetails | undefined> =>
  (await findSignIn(db, user_id)) && (await findUser(db, user_id))

const readyLetter = (
  { name: report, frequency, filters }: ReportRun,
  owner: UserDetails,
  public_url: string,
) => {
  const { invoice_date__gte: from, invoice_date__lte: to } = filters
  const window = from && to ? { from, to } : undefined
  const words = readyWords({ name: displayName(owner), report, frequency, window, days: FILE_DAYS })
  return letterOf(words, addressed(owner, public_url))
}

const failuresLetter = (
  { name: report, frequency, fault }: ReportRun,
  owner: UserDetails,
  public_url: string,
) => {
  const words = failuresWords({ name: displayName(owner), report, frequency, times: FAILURES_TOLD, fault })
  return letterOf(words, addressed(owner, public_url))
}

const addressed = ({ language }: UserDetails, public_url: string) => ({
  url: `${public_url}/dashboard/report`,
  language,
})
