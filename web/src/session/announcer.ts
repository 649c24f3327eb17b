/** Safely under the half minute after which a read counts as asked for by nobody (`isResting`). */
const RESTED_MS = 20_000

/**
 * When the server is told that somebody is at work, since its limit slides with calls alone: now and then meanwhile,
 * and once when they rest, so that its limit runs from the last touch and not from some minutes before it.
 */
export const createAnnouncer = (opened_at: number, announce: () => void) => {
  let acted_at = opened_at
  let announced_at = opened_at
  const say = (now: number) => {
    announced_at = now
    announce()
  }
  return {
    say,
    acted: (now: number, every_ms: number) => {
      acted_at = now
      if (now - announced_at > every_ms) say(now)
    },
    /** Asked each second. */
    rested: (now: number) => {
      if (acted_at > announced_at && now - acted_at >= RESTED_MS) say(now)
    },
  }
}
