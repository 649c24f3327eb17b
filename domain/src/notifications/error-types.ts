/** A kind of trouble that a person may be told about (specification 1 §2, My Account; decisions.md §10). */
export type ErrorType = { key: string; description: string }

/** Keys are stored with each person's choice: they never change, and none is given twice. */
export const ERROR_TYPES: readonly ErrorType[] = [
  { key: 'submission_failed', description: 'A document could not be sent to LHDN.' },
  { key: 'invalid', description: 'LHDN found a document invalid.' },
  { key: 'outcome_unknown', description: 'It is not known whether LHDN received a document.' },
  {
    key: 'on_hold',
    description: 'A document waits because the access of its company is missing or refused.',
  },
  { key: 'rejection_requested', description: 'A buyer asked for the rejection of a document.' },
  { key: 'cancellation_failed', description: 'A cancellation was refused, or its answer was lost.' },
  { key: 'certificate_ending', description: 'The signing certificate of a company ends soon.' },
]
