import { join } from 'node:path'
import type { Work } from '../platform/jobs/work.ts'
import { keepHistory } from './history.job.ts'
import { historyJob } from './jobs.ts'

/** Where the code of the server lies: a checkout, or not. */
const CHECKOUT = join(import.meta.dirname, '../../..')

export const commitWork: Work<Parameters<typeof keepHistory>[0]> = {
  jobs: [historyJob],
  at_start: [historyJob],
  start: async (jobs, means) => {
    await jobs.work(historyJob, () => keepHistory(means, CHECKOUT))
    await jobs.schedule(historyJob, '20 * * * *', {})
  },
}
