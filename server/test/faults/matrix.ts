import type { Cell } from './run.ts'
import { CRASHES } from './run.ts'

/** The calls that sending and cancelling make. */
const CALLS = ['token', 'submit', 'submission', 'details', 'search', 'state'] as const

/** These take real time by nature: the client waits for its timeout or for a slow body. */
const SLOW = new Set(['accepted-then-silence', 'slow', 'huge-body'])

/** Every fault of every call with every crash, each under so many seeds. A cancellation has no steps to die at. */
export const wholeMatrix = (faults: readonly string[], seeds: number): Cell[] =>
  CALLS.flatMap((call) =>
    faults.flatMap((fault) =>
      CRASHES.filter((crash) => call !== 'state' || crash === 'none').flatMap((crash) =>
        Array.from({ length: seeds }, (_, seed) => ({ call, fault, crash, seed })),
      ),
    ),
  )

/** Spread evenly over the matrix, without what takes real time. */
export const sampleOf = (cells: readonly Cell[], count: number): Cell[] => {
  const quick = cells.filter((cell) => !SLOW.has(cell.fault))
  return Array.from({ length: count }, (_, at) => quick[Math.floor((at * quick.length) / count)]).filter(
    (cell) => cell !== undefined,
  )
}
