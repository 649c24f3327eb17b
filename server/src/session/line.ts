import { ProblemError } from '#domain/problems.ts'

/** Runs work one after the other. Throws unavailable at once when the line is full. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Comparing a password takes a processor for some 30 ms and 19 MiB, so each process does it in two lines: whoever
 * brings a device that an account knows does not stand behind a crowd of strangers.
 */
export type SignInLines = { devices: Line; others: Line }

/** A line that is full takes about three seconds to run out. */
const PLACES = 100
const RETRY_AFTER_S = 3

export const openSignInLines = (): SignInLines => ({ devices: openLine(PLACES), others: openLine(PLACES) })

/** `places` counts the one whose turn it is. */
export const openLine = (places: number): Line => {
  let taken = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    if (taken >= places) throw busy()
    taken += 1
    const turn = last.then(work).finally(() => {
      taken -= 1
    })
    last = turn.catch(() => {})
    return turn
  }
}

const busy = () =>
  new ProblemError({
    kind: 'unavailable',
    code: 'sign_in_busy',
    message: 'Too many people are signing in right now. Please try again in a moment.',
    retry_after_s: RETRY_AFTER_S,
  })
