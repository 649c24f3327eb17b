/** Between two rounds of asking again lies so much, and more where they take long: a busy server is not kept busy. */
export const ROUND_MS_MIN = 500
const ROUND_MS_MAX = 30_000
const REST_PER_WORK = 4

type Clock = { now_ms: () => number; wait: (ms: number) => Promise<unknown> }

/**
 * Does for all that was asked for meanwhile at once, one round after the other: after one that took 300 ms it rests for
 * 1.2 s.
 */
export const paced = <T>(work: (wanted: T[]) => Promise<unknown>, { now_ms, wait }: Clock) => {
  const wanted = new Set<T>()
  let busy = false
  const run = async () => {
    busy = true
    while (wanted.size > 0) {
      const round = [...wanted]
      wanted.clear()
      const began_ms = now_ms()
      await work(round).catch(() => undefined)
      await wait(Math.min(ROUND_MS_MAX, Math.max(ROUND_MS_MIN, REST_PER_WORK * (now_ms() - began_ms))))
    }
    busy = false
  }
  return (some: Iterable<T>): void => {
    for (const one of some) wanted.add(one)
    if (!busy) void run()
  }
}
