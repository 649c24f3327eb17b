import type { Work } from '../platform/jobs/work.ts'
import { lookAtCertificates } from './hearing/certificates.ts'
import { hearVerification } from './hearing/chain.ts'
import { hearAccess, hearMoves, hearNotes, lookAgain } from './hearing/documents.ts'
import { hearImport, hearReport } from './hearing/finished.ts'
import {
  hearAccessJob,
  hearImportJob,
  hearMovesJob,
  hearNotesJob,
  hearReportJob,
  hearRequestJob,
  hearVerificationJob,
  lookAgainJob,
  lookAtCertificatesJob,
} from './hearing/jobs.ts'
import { lookAtKeys } from './hearing/keys.ts'
import { hearRequest } from './hearing/requests.ts'
import { gatherDigests, gatherLetters } from './letters/gather.ts'
import { digestJob, gatherJob, letterJob } from './letters/jobs.ts'
import { sendLetter } from './letters/send.job.ts'
import { markRetention, noticeLetterRetention, noticeRetention } from './notices/retention.ts'

/** Each writes in its turn; fetching the next job and saying that one is done take longer. */
const HEARERS = 4

type Means = Parameters<typeof lookAtCertificates>[0] &
  Parameters<typeof hearMoves>[0] &
  Parameters<typeof gatherLetters>[0] &
  Parameters<typeof sendLetter>[0] &
  Parameters<typeof hearRequest>[0]

export const notificationWork: Work<Means> = {
  jobs: [
    ...[hearMovesJob, hearNotesJob, hearRequestJob, hearImportJob, hearReportJob, hearAccessJob],
    ...[hearVerificationJob, lookAgainJob, lookAtCertificatesJob, gatherJob, digestJob, letterJob],
  ],
  at_start: [lookAtCertificatesJob],
  retentions: [noticeRetention, markRetention, noticeLetterRetention],
  start: async (jobs, means) => {
    await jobs.work(hearMovesJob, (wanted) => hearMoves(means, wanted), { concurrency: HEARERS })
    await jobs.work(hearNotesJob, (wanted) => hearNotes(means, wanted))
    await jobs.work(hearRequestJob, (wanted) => hearRequest(means, wanted))
    await jobs.work(hearImportJob, (wanted) => hearImport(means, wanted))
    await jobs.work(hearReportJob, (wanted) => hearReport(means, wanted))
    await jobs.work(hearVerificationJob, () => hearVerification(means))
    await jobs.work(hearAccessJob, async (wanted) => {
      await lookAtCertificates(means)
      await hearAccess(means, wanted)
    })
    await jobs.work(lookAgainJob, async () => {
      await lookAgain(means)
      await lookAtKeys(means)
    })
    await jobs.work(lookAtCertificatesJob, () => lookAtCertificates(means))
    await jobs.work(gatherJob, (wanted) => gatherLetters(means, wanted))
    await jobs.work(digestJob, () => gatherDigests(means))
    await jobs.work(letterJob, (wanted) => sendLetter(means, wanted))
    await jobs.schedule(digestJob, '0 8 * * *', {})
    await jobs.schedule(lookAgainJob, '*/5 * * * *', {})
    await jobs.schedule(lookAtCertificatesJob, '5 6 * * *', {})
  },
}
