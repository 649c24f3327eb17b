import type { Work } from '../platform/jobs/work.ts'
import { logWarnings } from './access/warnings.ts'
import { equipJob, warnJob } from './records/jobs.ts'

/** `equip` fetches what companies lack that play with the simulator. */
type Means = Omit<Parameters<typeof logWarnings>[0], 'now'> & {
  clock: { now(): Date }
  equip: () => Promise<void>
}

export const entityWork: Work<Means> = {
  jobs: [equipJob, warnJob],
  start: async (jobs, means) => {
    await jobs.work(equipJob, () => means.equip())
    await jobs.work(warnJob, () => logWarnings({ ...means, now: means.clock.now() }))
    await jobs.schedule(warnJob, '0 6 * * *', {})
  },
}
