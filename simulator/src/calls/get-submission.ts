import { own } from '#codes/own.ts'
import { isoInstant } from '../world/ids.ts'
import type { Shape, StoredDocument } from '../world/records.ts'
import { readPage } from './page.ts'
import { summarize } from './summary.ts'
import { type Answer, type AuthorizedRequest, badArgument, notFound, ok } from './wire/answer.ts'

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
    dateTimeReceived: isoInstant(submission.received_at),
    overallStatus: SPELLINGS[world.settings.shape][overallStatus(documents)],
    documentSummary: documents.slice(page.from, page.to).map((one) => print(one, world.settings.shape)),
  })
}

type OverallStatus = 'underWay' | 'valid' | 'partlyValid' | 'invalid'

const SPELLINGS: Record<Shape, Record<OverallStatus, string>> = {
  documented: {
    underWay: 'in progress',
    valid: 'valid',
    partlyValid: 'partially valid',
    invalid: 'invalid',
  },
  recorded: { underWay: 'InProgress', valid: 'Valid', partlyValid: 'Partially Valid', invalid: 'Invalid' },
}

const overallStatus = (documents: StoredDocument[]): OverallStatus => {
  if (documents.some((one) => one.status === 'Submitted')) return 'underWay'
  const invalid = documents.filter((one) => one.status === 'Invalid').length
  if (invalid === 0) return 'valid'
  return invalid === documents.length ? 'invalid' : 'partlyValid'
}

/** Recorded answers of this call name versions in words of their own. */
const VERSION_NAMES = { '1.0': 'Version 1', '1.1': 'Version 2' }

const print = (document: StoredDocument, shape: Shape): object => {
  const summary = summarize(document)
  if (shape === 'documented') return { ...summary, status: document.status.toLowerCase() }
  return { ...summary, typeVersionName: own(VERSION_NAMES, document.version) ?? document.version }
}
