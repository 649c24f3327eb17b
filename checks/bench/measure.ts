/** One comparison: `subject` against `yardstick` in the same run, so that the machine's speed cancels out. */
export type Comparison = { subject: () => unknown; yardstick: () => unknown; rounds: number }

/** `ratio` is the yardstick's time over the subject's; `subject_ms` the time of one call. Medians of all rounds. */
export type Measured = { ratio: number; subject_ms: number }

const CALLS_TO_WARM_UP = 500
const CALLS_PER_ROUND = 40

/**
 * Short rounds in turn, one ratio for each pair: whatever else the machine does at that moment slows both, and
 * the median forgets the pairs that it hit unevenly. Time is that of the processor, all threads and garbage
 * collection included. The calls of a round overlap where they wait, as those of a batch do.
 */
export const measure = async ({ subject, yardstick, rounds }: Comparison): Promise<Measured> => {
  await time(subject, CALLS_TO_WARM_UP)
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const yardstick_ms = await time(yardstick, CALLS_PER_ROUND)
    const subject_ms = await time(subject, CALLS_PER_ROUND)
    pairs.push({ ratio: yardstick_ms / subject_ms, subject_ms })
  }
  return {
    ratio: median(pairs.map((pair) => pair.ratio)),
    subject_ms: median(pairs.map((pair) => pair.subject_ms)),
  }
}

const time = async (run: () => unknown, calls: number): Promise<number> => {
  const start = process.cpuUsage()
  await Promise.all(Array.from({ length: calls }, run))
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / calls
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
