/** Chance that comes out the same for the same seed. */
export type Random = {
  /** At least 0, below 1. */
  next(): number
  below(limit: number): number
  chance(probability: number): boolean
  /** Throws on an empty list. */
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32: 32 bits of state, good enough to shuffle with. */
export const seeded = (seed: number): Random => {
  let state = Math.imul(seed, 0x9e37_79b1) | 0
  const next = () => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const [chosen] = choices.slice(below(choices.length))
      if (chosen === undefined) throw new Error('There is nothing to pick from.')
      return chosen
    },
  }
}
