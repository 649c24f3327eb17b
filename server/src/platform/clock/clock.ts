export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type FixedClock = Clock & { advance(ms: number): void }

/** A clock for tests: stands still until `advance` moves it by milliseconds. */
export const fixedClock = (start: Date): FixedClock => {
  let at_ms = start.getTime()
  return {
    now: () => new Date(at_ms),
    advance: (ms: number) => {
      at_ms += ms
    },
  }
}
