import { setImmediate as nextRound } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a round of the event loop which is nobody else's, in the order of asking. Who has much to do asks before
 * each piece of it, so that everybody else is answered between any two pieces, however many have much to do.
 */
export const takeTurn = (): Promise<void> => {
  last = last.then(() => nextRound())
  return last
}
