import type { Work } from '../platform/jobs/work.ts'
import { giveUpDelivery, mailAnchor, storeAnchor, writeAnchor } from './anchor.job.ts'
import { type AnchorStore, anchorsOfBoth } from './anchor-objects.ts'
import {
  anchorJob,
  brokenOffJob,
  mailAnchorJob,
  storeAnchorJob,
  undeliveredJob,
  verifyJob,
  verifyWeeklyJob,
} from './jobs.ts'
import { runRetention } from './runs.ts'
import { beginVerification } from './verification.ts'
import { giveUpVerification, runVerification } from './verify.job.ts'

type Means = Omit<Parameters<typeof writeAnchor>[0], 'now'> &
  Omit<Parameters<typeof mailAnchor>[0], 'anchor_store'> &
  Parameters<typeof runVerification>[0] & { anchor_store?: AnchorStore | undefined }

export const evidenceWork: Work<Means> = {
  jobs: [anchorJob, mailAnchorJob, storeAnchorJob, undeliveredJob, verifyJob, verifyWeeklyJob, brokenOffJob],
  at_start: [anchorJob],
  retentions: [runRetention],
  start: async (jobs, means) => {
    await jobs.work(anchorJob, () => writeAnchor({ ...means, now: means.clock.now() }))
    const delivering = { anchor_store: undefined, ...means }
    await jobs.work(mailAnchorJob, (wanted) => mailAnchor(delivering, wanted))
    await jobs.work(storeAnchorJob, (wanted) => storeAnchor(delivering, wanted))
    await jobs.work(undeliveredJob, (wanted) => giveUpDelivery(delivering, wanted))
    await jobs.schedule(anchorJob, '0 1 * * *', {})
    await jobs.work(verifyWeeklyJob, async () => {
      await beginVerification({ db: means.db, caller: undefined, now: means.clock.now() })
    })
    await jobs.schedule(verifyWeeklyJob, '0 4 * * 0', {})
    const { anchors, anchor_store } = means
    const everywhere = anchor_store ? anchorsOfBoth(anchors, anchor_store) : anchors
    const verifying = { ...means, anchors: everywhere }
    await jobs.work(verifyJob, (wanted, run) => runVerification(verifying, wanted, run))
    await jobs.work(brokenOffJob, (wanted) => giveUpVerification(verifying, wanted))
  },
}
