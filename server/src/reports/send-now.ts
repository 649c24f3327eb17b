import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { lastWindow } from '#domain/reports/windows.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { beginScheduled } from './begin.ts'
import { holdSchedule, NO_REPORT } from './find.ts'
import { demandActiveOwner, recordForAnother } from './of-another.ts'

type By = { db: Db; caller: UserCaller; now: Date }

/**
 * Sends the owner of a schedule at once what it would send: the day, week or month that was over last. Throws
 * not_found, and conflict while another one that was wanted at once is being made or the owner is deactivated.
 */
export const sendReportNow = (by: By, id: string): Promise<{ detail: string }> =>
  inTransaction(by.db, async (tx) => {
    const schedule = await holdSchedule(tx, by.caller, id)
    if (!schedule) throw notFound(NO_REPORT)
    await demandActiveOwner(tx, schedule.user_id)
    const window = lastWindow(schedule.frequency, by.now)
    const run = await beginScheduled(tx, schedule, { window, origin: 'now', now: by.now })
    if (!run) throw conflict('report_running', 'It is being generated. Please wait until it is done.')
    const told = { before: {}, after: { sent_now: run.name }, fields: ['sent_now'] } as const
    await recordForAnother(tx, by, schedule, told)
    return {
      detail: schedule.skip_when_empty
        ? `${run.name} is being generated and will be sent, unless there is nothing to report.`
        : `${run.name} is being generated and will be sent.`,
    }
  })
