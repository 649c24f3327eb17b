export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock for tests: stands still until `advance` moves it by milliseconds. */
export const fixedClock = (start: Date) => {
  let at_ms = start.getTime()
  return {
    now: () => new Date(at_ms),
    advance: (ms: number) => {
      at_ms += ms
    },
  }
}
