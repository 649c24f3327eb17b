import type { IntakeReply } from '#contract/intake.ts'
import { fieldsOf, type Problem, shortened } from '#domain/problems.ts'
import { cutText } from '#domain/text/cut.ts'

type IntakeError = IntakeReply['errors'][number]

/** So many findings one answer tells of all its documents together: well below 1 MB. */
const FINDINGS_TOLD_MAX = 1_000
/** Of these each document may tell so many, however many the others have; one may be the number of its others. */
const FINDINGS_TOLD_MIN = 6
const NUMBER_CHARS_MAX = 60

/** What one answer says of the documents of a call that were not taken, one after the other. */
export const openReport = (documents: number) => {
  let told = 0
  return (problem: Problem, payload: unknown, position: number): IntakeError => {
    const kept_free = (documents - position - 1) * FINDINGS_TOLD_MIN
    const details = detailsOf(problem, FINDINGS_TOLD_MAX - told - kept_free - 1)
    told += typeof details === 'string' ? 1 : Object.values(details).flat().length
    const invoice_number = numberOf(payload)
    return { invoice_number, errors: [{ type: problem.code, invoice_number, details }] }
  }
}

/** A number conflict concerns a field of the form. */
const detailsOf = (problem: Problem, findings_max: number) => {
  if (problem.kind === 'invalid_fields') return fieldsOf(shortened(problem, findings_max))
  return problem.code === 'number_taken' ? { invoice_number: [problem.message] } : problem.message
}

const numberOf = (payload: unknown): string => {
  if (typeof payload !== 'object' || payload === null || !('invoice_number' in payload)) return ''
  return typeof payload.invoice_number === 'string' ? cutText(payload.invoice_number, NUMBER_CHARS_MAX) : ''
}
