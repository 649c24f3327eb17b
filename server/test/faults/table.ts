import { CALLS, type Cell, IMPOSSIBLE, isPossible } from './matrix.ts'

export type Played = { cell: Cell; findings: string[] }

const WIDTH = 9

/** Faults down, calls across: runs, and after an exclamation mark how many of them went wrong. */
export const tableOf = (faults: readonly string[], played: readonly Played[]): string => {
  const runs = Map.groupBy(played, ({ cell }) => `${cell.fault} ${cell.call}`)
  const bad = (some: readonly Played[]) => some.filter(({ findings }) => findings.length > 0).length
  const count = (some: readonly Played[]) =>
    bad(some) > 0 ? `${some.length} !${bad(some)}` : `${some.length}`
  const row = (name: string, texts: readonly string[]) =>
    name.padEnd(23) + texts.map((text) => text.padStart(WIDTH)).join('')
  const lines = faults.map((fault) =>
    row(
      fault,
      CALLS.map((call) => (isPossible({ call, fault }) ? count(runs.get(`${fault} ${call}`) ?? []) : 'n/a')),
    ),
  )
  const notes = IMPOSSIBLE.map((one) => `n/a: ${one.fault} of ${one.calls.join(', ')}: ${one.why}`)
  return [
    row(
      '',
      CALLS.map((call) => call.slice(0, WIDTH - 1)),
    ),
    ...lines,
    row(
      'all',
      CALLS.map((call) => count(played.filter(({ cell }) => cell.call === call))),
    ),
    ...notes,
    `${played.length} runs, ${bad(played)} with findings`,
  ].join('\n')
}
