const CHARS = 1_000
/** For so many times the text, work that grows with it takes eight times as long, and work with its square 64 times. */
const TIMES_THE_TEXT = 8
const GROWTH_MAX = 24
/** A busy machine interrupts one try or another, not all of them. */
const TRIES_MAX = 40
/** A few say enough, and each takes its time. */
const TOLD_MAX = 2
/** Of the short text, which is soon done. */
const ROUNDS = 4
/**
 * What takes less cannot be told from the clock's own grain, and from what a processor does besides: 0.3 ms for the
 * long text was once taken for growth. A square of CHARS takes twenty times as long, of the long text a thousand times.
 */
const GRAIN_MS = 0.05

/** What patterns repeat: where they do not find what they want behind a long run of it, they may begin anew in it. */
const UNITS = [
  ...[' ', '\t', '\r\n', '\u200b', '0', '9', 'a', 'T', '.', ',', ';', '-', "'", '%', '@'],
  ...['1 ', '1,', '1.', 'a ', 'a.', 'RM ', ' or', ' 0:00', ' 1:00 '],
]
const ENDS = [
  ['', 'x'],
  ['x', 'x'],
  ['1', '!'],
] as const

/** Hostile texts of any length, each with its name. */
const HOSTILE: readonly (readonly [name: string, textOf: (chars: number) => string])[] = UNITS.flatMap(
  (unit) =>
    ENDS.map(([head, tail]) => {
      const textOf = (chars: number) => `${head}${unit.repeat(chars / unit.length)}${tail}`
      return [JSON.stringify(`${head}${unit}…${tail}`), textOf] as const
    }),
)

/**
 * The hostile texts for which a work takes longer than they are long: with the square of their length, say. Compares
 * times only with each other, so it means the same on any machine; the less is done at once, the surer it is.
 */
export const slowTexts = (work: (text: string) => unknown): string[] => {
  const slow: string[] = []
  for (const [name, textOf] of HOSTILE) {
    if (growthOf(work, textOf) > GROWTH_MAX) slow.push(name)
    if (slow.length === TOLD_MAX) break
  }
  return slow
}

/**
 * How many times as long a work takes for the longer text, by the least times of each; looked at again where that seems
 * too much.
 */
const growthOf = (work: (text: string) => unknown, textOf: (chars: number) => string): number => {
  const [short, long] = [textOf(CHARS), textOf(TIMES_THE_TEXT * CHARS)]
  let [short_ms, long_ms] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let growth = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES_MAX && growth > GROWTH_MAX; tries++) {
    for (let round = 0; round < ROUNDS; round++) short_ms = Math.min(short_ms, timeOf(work, short))
    long_ms = Math.min(long_ms, timeOf(work, long))
    growth = long_ms / Math.max(short_ms, GRAIN_MS)
  }
  return growth
}

const timeOf = (work: (text: string) => unknown, text: string): number => {
  const begun_ms = performance.now()
  work(text)
  return performance.now() - begun_ms
}
