import type { StoredDocument } from '../world/records.ts'
import { type Answer, type AuthorizedRequest, badArgument, notFound, ok } from './answer.ts'
import { readPage } from './page.ts'
import { summarize } from './summary.ts'

/** `GET /documentsubmissions/{uid}`: only for who submitted it. */
export const getSubmission = ({ world, params, query, caller }: AuthorizedRequest): Answer => {
  const submission = world.submissions.get(params.submissionUid ?? '')
  const page = readPage(query)
  if (!page) return badArgument('pageSize', 'pageNo and pageSize must be positive, pageSize at most 100')
  const submitted =
    submission?.caller_tin === caller.taxpayer.tin &&
    submission.intermediary_tin === (caller.intermediary?.tin ?? null)
  if (!submission || !submitted) return notFound()
  if (world.now() < submission.received_at + world.settings.lookup_lag_ms) return notFound()
  const documents = submission.uuids.flatMap((uuid) => world.documents.get(uuid) ?? [])
  return ok({
    submissionUid: submission.submission_uid,
    documentCount: documents.length,
    dateTimeReceived: new Date(submission.received_at).toISOString(),
    overallStatus: overallStatus(documents),
    documentSummary: documents.slice(page.from, page.to).map(summarize),
  })
}

const overallStatus = (documents: StoredDocument[]): string => {
  if (documents.some((one) => one.status === 'Submitted')) return 'in progress'
  const invalid = documents.filter((one) => one.status === 'Invalid').length
  if (invalid === 0) return 'valid'
  return invalid === documents.length ? 'invalid' : 'partially valid'
}
