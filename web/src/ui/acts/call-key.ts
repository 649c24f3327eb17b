import { ApiError } from '../../api/errors.ts'
import { randomKey } from '../../api/random-key.ts'

export type CallKey = ReturnType<typeof createCallKey>

/**
 * The key under which a call is sent, again and again while nobody knows what became of it: the server then answers
 * its first result. Once there is an answer, be it a refusal, the next call is another one.
 */
export const createCallKey = (makeKey = randomKey) => {
  let key = makeKey()
  let unclear = false
  return {
    read: () => key,
    /** Whether nobody knows what became of the last call. */
    isUnclear: () => unclear,
    /** How the call ended; without an error it was done. */
    settle: (error?: unknown) => {
      unclear = isUnclear(error)
      if (!unclear) key = makeKey()
    },
  }
}

/** Not reached, or failed on the way or inside the server: what was sent may be stored. */
const isUnclear = (error: unknown) =>
  error !== undefined && !(error instanceof ApiError && error.status >= 400 && error.status < 500)
