import { z } from 'zod'
import { defineJob, FOR_A_DAY } from '../platform/jobs/definition.ts'

const Run = z.object({ run_id: z.uuid() })

/** Every minute: schedules whose time has come. */
export const beginDueJob = defineJob({
  name: 'reports.begin-due',
  payload: z.object({}),
  policy: 'singleton',
})

/** What no worker brought to its end. */
export const giveUpReportJob = defineJob({ name: 'reports.give-up', payload: Run })

/** A million documents as a workbook take some minutes. */
const WRITING_SECONDS_MAX = 2 * 3_600

/** Writes the file of a report. */
export const writeReportJob = defineJob({
  name: 'reports.make',
  payload: Run,
  policy: 'in-turn',
  retries: 3,
  backoff_ms: 5_000,
  expire_seconds: WRITING_SECONDS_MAX,
  dead_letter: giveUpReportJob,
})

/** Tells the owner of a schedule that its report is there. */
export const mailReportJob = defineJob({ name: 'reports.mail', payload: Run, ...FOR_A_DAY })

/** Tells the owner of a schedule that it fails again and again. */
export const mailFailuresJob = defineJob({ name: 'reports.mail-failures', payload: Run, ...FOR_A_DAY })

const ATTEMPTS_MAX = 10_000

export const FilesOfRun = Run.extend({
  format: z.enum(['csv', 'xlsx']),
  attempts: z.int().max(ATTEMPTS_MAX),
  but: z.int(),
})

/** Deletes the files of tries that do not count, or of a report that was deleted. */
export const removeFilesJob = defineJob({ name: 'reports.remove-files', payload: FilesOfRun })

/** Every hour: reports without a job get one, and old files are deleted. */
export const tidyReportsJob = defineJob({
  name: 'reports.tidy',
  payload: z.object({}),
  policy: 'singleton',
  expire_seconds: 3_600,
})
