import { ProblemError } from '#domain/problems.ts'

/** Runs work one after the other. Throws unavailable at once when the line is full. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Where sign-ins wait their turn, in each process: whoever brings a device that an account knows does not stand behind
 * a crowd of strangers, and nobody with a local password behind a directory that is slow.
 */
export type SignInLines = Record<'password' | 'directory', { devices: Line; others: Line }>

/** Comparing a password takes a processor for some 30 ms and 19 MiB: a full line runs out in about three seconds. */
const PLACES = 100
const RETRY_AFTER_S = 3
/** Asking a directory is waiting for it; each asking has a connection of its own. */
const ASKED_AT_ONCE = 30

export const openSignInLines = (): SignInLines => ({
  password: { devices: openLine(PLACES), others: openLine(PLACES) },
  directory: { devices: openCrowd(ASKED_AT_ONCE), others: openCrowd(ASKED_AT_ONCE) },
})

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

/** Everybody who finds a place begins at once. */
const openCrowd = (places: number): Line => {
  let taken = 0
  return async (work) => {
    if (taken >= places) throw busy()
    taken += 1
    try {
      return await work()
    } finally {
      taken -= 1
    }
  }
}

const busy = () =>
  new ProblemError({
    kind: 'unavailable',
    code: 'sign_in_busy',
    message: 'Too many people are signing in right now. Please try again in a moment.',
    retry_after_s: RETRY_AFTER_S,
  })
