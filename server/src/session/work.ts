import type { Work } from '../platform/jobs/work.ts'
import { mailLinkJob } from './passwords/jobs.ts'
import { mailLink } from './passwords/mail-link.job.ts'
import { linkRetention, loginRetention } from './retention.ts'

export const sessionWork: Work<Parameters<typeof mailLink>[0]> = {
  jobs: [mailLinkJob],
  retentions: [loginRetention, linkRetention],
  start: (jobs, means) => jobs.work(mailLinkJob, (wanted) => mailLink(means, wanted)),
}
