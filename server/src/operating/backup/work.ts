import type { Work } from '../../platform/jobs/work.ts'
import { backupJob } from './jobs.ts'

/** `backUp`: undefined where no backup is to be made by Lulus. */
type Means = { backUp?: (() => Promise<unknown>) | undefined }

export const backupWork: Work<Means> = {
  jobs: [backupJob],
  start: async (jobs, { backUp }) => {
    await jobs.work(backupJob, async () => {
      await backUp?.()
    })
    // After the anchor of the day, which is in it then.
    await jobs.schedule(backupJob, '30 2 * * *', {})
  },
}
