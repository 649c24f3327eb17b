/** One comparison: `subject` against `yardstick` in the same run, so that the machine's speed cancels out. */
export type Comparison = { subject: () => unknown; yardstick: () => unknown; rounds: number }

/** `ratio` is the yardstick's time over the subject's; `subject_ms` the time of one call. Medians of all rounds. */
export type Measured = { ratio: number; subject_ms: number }

const CALLS_TO_WARM_UP = 500
const CALLS_PER_ROUND = 40

/**
 * Short rounds in turn, one ratio for each pair: whatever else the machine does at that moment slows both, and
 * the median forgets the pairs that it hit unevenly. Time is that of the processor, garbage collection included.
 */
export const measure = ({ subject, yardstick, rounds }: Comparison): Measured => {
  time(subject, CALLS_TO_WARM_UP)
  const pairs = Array.from({ length: rounds }, () => {
    const yardstick_ms = time(yardstick, CALLS_PER_ROUND)
    const subject_ms = time(subject, CALLS_PER_ROUND)
    return { ratio: yardstick_ms / subject_ms, subject_ms }
  })
  return {
    ratio: median(pairs.map((pair) => pair.ratio)),
    subject_ms: median(pairs.map((pair) => pair.subject_ms)),
  }
}

const time = (run: () => unknown, calls: number): number => {
  const start = process.cpuUsage()
  for (let call = 0; call < calls; call++) run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / calls
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
