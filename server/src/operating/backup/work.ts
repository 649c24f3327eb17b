import type { Work } from '../../platform/jobs/work.ts'
import type { Log } from '../../platform/log/log.ts'
import { backupJob } from './jobs.ts'
import type { Made } from './make.ts'

/** `backUp`: undefined where no backup is to be made by Lulus. */
type Means = { log: Log; backUp?: (() => Promise<Pick<Made, 'undeleted'>>) | undefined }

export const backupWork: Work<Means> = {
  jobs: [backupJob],
  start: async (jobs, { log, backUp }) => {
    await jobs.work(backupJob, async () => {
      const made = await backUp?.()
      for (const { folder, why } of made?.undeleted ?? [])
        log.warn({ folder, why }, 'a backup older than those to keep cannot be deleted')
    })
    // After the anchor of the day, which is in it then.
    await jobs.schedule(backupJob, '30 2 * * *', {})
  },
}
