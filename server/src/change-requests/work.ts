import type { Work } from '../platform/jobs/work.ts'
import { expireRequests } from './expire.ts'
import { expireJob, mailExpiredJob } from './jobs.ts'
import { mailExpired } from './mail-expired.job.ts'

type Means = Parameters<typeof expireRequests>[0] & Parameters<typeof mailExpired>[0]

export const requestWork: Work<Means> = {
  jobs: [expireJob, mailExpiredJob],
  start: async (jobs, means) => {
    await jobs.work(expireJob, () => expireRequests(means))
    await jobs.schedule(expireJob, '7 * * * *', {})
    await jobs.work(mailExpiredJob, (wanted) => mailExpired(means, wanted))
  },
}
