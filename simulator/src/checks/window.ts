import type { Finding } from '../reading/element.ts'
import type { DocumentFacts } from '../reading/facts.ts'

/** The oldest issue instant that may still be submitted, counted back from the submission. */
const AGE_MS_MAX = 72 * 3_600_000
/** Tolerance for a sender's clock that runs ahead. The authority publishes none; this is ours. */
const FUTURE_MS_MAX = 60_000

/**
 * The issue instant must be current: CF321 when it is in the future or older than 72 hours. `now` is UTC ms.
 */
export const checkWindow = (facts: DocumentFacts, now: number): Finding[] => {
  const instant = Date.parse(`${facts.issue_date}T${facts.issue_time}`)
  if (Number.isNaN(instant)) return []
  const stamp = `${facts.issue_date} ${facts.issue_time}`
  if (instant > now + FUTURE_MS_MAX) return [finding(`The issuance date and time ${stamp} is in the future`)]
  if (instant < now - AGE_MS_MAX) {
    return [finding(`The issuance date and time ${stamp} is too old and cannot be submitted`)]
  }
  return []
}

const finding = (message: string): Finding => ({
  code: 'CF321',
  message,
  path: 'Invoice.IssueDate AND Invoice.IssueTime',
})
