import type { Work } from '../platform/jobs/work.ts'
import { tidyDefectsJob } from './jobs.ts'
import { tidyDefects } from './tidy.job.ts'

export const defectWork: Work<Parameters<typeof tidyDefects>[0]> = {
  jobs: [tidyDefectsJob],
  at_start: [tidyDefectsJob],
  start: async (jobs, means) => {
    await jobs.work(tidyDefectsJob, () => tidyDefects(means))
    await jobs.schedule(tidyDefectsJob, '50 3 * * *', {})
  },
}
