import type { Work } from '../platform/jobs/work.ts'
import { deliverDue } from './deliver.job.ts'
import { wakeDue } from './due.job.ts'
import { deliverJob, dueJob, mailOffJob, spreadJob } from './jobs.ts'
import { mailOff } from './mail-off.job.ts'
import { networksOf } from './networks.ts'
import { openPost } from './post.ts'
import { spreadMoves } from './spread.job.ts'
import { deliveryRetention } from './tables.ts'

/** Webhooks that one process serves at once; each has a turn of some seconds. */
const WEBHOOKS_AT_ONCE = 8
/** New events are noticed at once; this is for what a lost announcement leaves behind. */
const WEBHOOK_POLLING_S = 10

type Means = Omit<Parameters<typeof deliverDue>[0], 'post' | 'random'> &
  Parameters<typeof mailOff>[0] & { webhook_networks: readonly string[] }

export const webhookWork: Work<Means> = {
  jobs: [spreadJob, deliverJob, dueJob, mailOffJob],
  retentions: [deliveryRetention],
  start: async (jobs, means) => {
    const post = openPost({ networks: networksOf(means.webhook_networks), clock: means.clock })
    const delivering = { ...means, post, random: Math.random }
    await jobs.work(spreadJob, (wanted) => spreadMoves(means, wanted))
    await jobs.work(deliverJob, (wanted, run) => deliverDue(delivering, wanted, run), {
      ...{ concurrency: WEBHOOKS_AT_ONCE, polling_seconds: WEBHOOK_POLLING_S },
    })
    await jobs.work(dueJob, () => wakeDue(means))
    await jobs.schedule(dueJob, '* * * * *', {})
    await jobs.work(mailOffJob, (wanted, run) => mailOff(means, wanted, run))
  },
}
