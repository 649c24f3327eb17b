/**
 * What a run plays of proofs that are long: `npm test` tells a turn, another one with each commit (`run/turn.mjs`), and
 * a quarter of them comes at each. Where no turn is told, and with TURN=all, everything is played.
 */
const TURN = Number(process.env.TURN ?? 'all')
const PARTS = 4

export const ofTurn = <T>(all: readonly T[]): readonly T[] =>
  Number.isInteger(TURN) ? all.filter((_, at) => at % PARTS === TURN % PARTS) : all

/** Of the long ones those that rest this time. */
export const restingOf = (long: readonly string[]): string[] => {
  const played = new Set(ofTurn(long))
  return long.filter((file) => !played.has(file))
}
