import type { Work } from '../platform/jobs/work.ts'
import { beginDue } from './begin-due.job.ts'
import {
  beginDueJob,
  giveUpReportJob,
  mailFailuresJob,
  mailReportJob,
  removeFilesJob,
  tidyReportsJob,
  writeReportJob,
} from './jobs.ts'
import { mailFailures, mailReport } from './mail.job.ts'
import { removeFiles } from './remove-files.job.ts'
import { reportRetention, tidyReports } from './tidy.job.ts'
import { giveUpReport, writeReport } from './writing/write.job.ts'

const REPORTS_AT_ONCE = 2

type Means = Parameters<typeof beginDue>[0] &
  Parameters<typeof writeReport>[0] &
  Parameters<typeof mailReport>[0] &
  Parameters<typeof tidyReports>[0]

export const reportWork: Work<Means> = {
  jobs: [
    ...[beginDueJob, writeReportJob, giveUpReportJob, mailReportJob, mailFailuresJob],
    ...[removeFilesJob, tidyReportsJob],
  ],
  retentions: [reportRetention],
  start: async (jobs, means) => {
    await jobs.work(beginDueJob, () => beginDue(means))
    // What became due while nothing ran is begun within the first minute.
    await jobs.schedule(beginDueJob, '* * * * *', {})
    await jobs.work(writeReportJob, (wanted, run) => writeReport(means, wanted, run), {
      concurrency: REPORTS_AT_ONCE,
    })
    await jobs.work(giveUpReportJob, (wanted) => giveUpReport(means, wanted))
    await jobs.work(mailReportJob, (wanted) => mailReport(means, wanted))
    await jobs.work(mailFailuresJob, (wanted) => mailFailures(means, wanted))
    await jobs.work(removeFilesJob, (wanted) => removeFiles(means, wanted))
    await jobs.work(tidyReportsJob, () => tidyReports(means))
    await jobs.schedule(tidyReportsJob, '13 * * * *', {})
  },
}
