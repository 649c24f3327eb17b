import rows from './error-codes.json' with { type: 'json' }

/**
 * Who can know that the authority will say this. `checked_here` names the checks that find it beforehand, and the
 * field at which they do where a check has several. `not_simulated`: only LHDN knows, and the simulator cannot be
 * brought to say it, for this reason.
 */
type Word =
  | { checked_here: readonly string[]; field?: string | undefined }
  | { only_lhdn_knows: string }
  | { not_simulated: string }

/** A code of the authority, or words of it that came without one; then, or when two share a code, `key` tells it. */
export type ErrorCode = {
  code: string
  key?: string | undefined
  validator: string
  phase: string
  meaning: string
  source: string
  confidence: string
} & Word

/** A row that lacks its word does not compile. */
export const ERROR_CODES: readonly ErrorCode[] = rows

export const keyOf = ({ key, code }: ErrorCode): string => key ?? code
