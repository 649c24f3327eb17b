import { CALLS, type Call, type Cell, IMPOSSIBLE, isPossible } from './matrix.ts'

export type Played = { cell: Cell; findings: string[] }

const WIDTH = 11
const SHORT: Partial<Record<Call, string>> = { 'document-types': 'doc-types', notifications: 'news' }

/** Faults down, calls across: runs, and after an exclamation mark how many of them went wrong. */
export const tableOf = (faults: readonly string[], played: readonly Played[]): string => {
  const runs = Map.groupBy(played, ({ cell }) => `${cell.fault} ${cell.call}`)
  const count = (some: readonly Played[]) =>
    badOf(some) > 0 ? `${some.length} !${badOf(some)}` : `${some.length}`
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
      CALLS.map((call) => SHORT[call] ?? call),
    ),
    ...lines,
    row(
      'all',
      CALLS.map((call) => count(played.filter(({ cell }) => cell.call === call))),
    ),
    ...notes,
  ].join('\n')
}

/** In one line. */
export const sumOf = (played: readonly Played[]): string =>
  `${played.length} runs, ${badOf(played)} with findings`

const badOf = (some: readonly Played[]) => some.filter(({ findings }) => findings.length > 0).length
