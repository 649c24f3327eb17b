import { ProblemError } from '#domain/problems.ts'

const RETRY_AFTER_S = 5

/**
 * Runs what writes evidence of an act before the act. Throws `unavailable` where it cannot be written, whatever the
 * cause: what would go unrecorded is not done.
 */
export const mustRecord = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const message = 'This cannot be recorded at present, so it was not done. Please try again.'
    throw new ProblemError(
      { kind: 'unavailable', code: 'not_recorded', message, retry_after_s: RETRY_AFTER_S },
      { cause: String(error) },
      error,
    )
  }
}
