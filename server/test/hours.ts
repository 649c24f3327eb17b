import type { Clock } from '../src/platform/clock/clock.ts'

export type Hours = ReturnType<typeof createHours>

/**
 * A clock that moves by itself: as soon as all the tasks which run on it sleep, it is the time at which the first of
 * them wakes. Waiting for the database is no sleep, so that hours pass as fast as the work in them is done.
 */
export const createHours = (start: Date) => {
  let now_ms = start.getTime()
  let awake = 0
  const sleepers: { at_ms: number; wake: () => void }[] = []

  const rest = () => {
    awake -= 1
    if (awake > 0) return
    const next = sleepers.reduce<(typeof sleepers)[number] | undefined>(
      (first, one) => (first && first.at_ms <= one.at_ms ? first : one),
      undefined,
    )
    if (!next) return
    sleepers.splice(sleepers.indexOf(next), 1)
    now_ms = next.at_ms
    awake += 1
    next.wake()
  }

  const clock: Clock = { now: () => new Date(now_ms) }
  return {
    ...clock,
    /** For tasks of `run` only. */
    sleep: (ms: number): Promise<void> =>
      new Promise((wake) => {
        sleepers.push({ at_ms: now_ms + ms, wake })
        rest()
      }),
    /** Runs the tasks until all have ended. */
    run: async (tasks: readonly (() => Promise<void>)[]): Promise<void> => {
      awake += tasks.length
      await Promise.all(tasks.map((task) => task().finally(rest)))
    },
  }
}
