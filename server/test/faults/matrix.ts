import { SHAPES, type Shape, shapeOfTurn } from '../simulator.ts'

/** Every call that an issuer makes; the first three change something at the authority. */
export const CALLS = [
  'token',
  'submit',
  'state',
  'submission',
  'details',
  'search',
  'document-types',
  'raw',
  'recent',
  'validate',
  'search-tin',
  'qr',
  'notifications',
] as const
export type Call = (typeof CALLS)[number]

/** Where a worker dies: its request is on the way, or its answer has come and is stored nowhere yet. */
const CRASHES = ['none', 'after send', 'after answer'] as const
export type Crash = (typeof CRASHES)[number]

/** One cell: the fault that one call meets, where the worker dies, how answers look, and what else is varied. */
export type Cell = { call: Call; fault: string; crash: Crash; seed: number; shape: Shape }

export type WritingCall = 'token' | 'submit' | 'state'

/** What happens in a cell: documents are sent, one is cancelled, or a question is asked. */
export type Play = 'sending' | 'cancelling' | 'asking'

/** Cancelling signs in and asks for details too. */
export const playOf = ({ call, seed }: Cell): Play => {
  switch (call) {
    case 'state':
      return 'cancelling'
    case 'token':
    case 'details':
      return seed % 4 === 3 ? 'cancelling' : 'sending'
    case 'submit':
    case 'submission':
    case 'search':
      return 'sending'
    default:
      return 'asking'
  }
}

/** The writing call at which the worker dies while this or another call is in trouble. */
export const diesAt = (cell: Cell): WritingCall | undefined => {
  const play = playOf(cell)
  if (cell.crash === 'none' || play === 'asking') return undefined
  if (cell.call === 'token') return 'token'
  return play === 'cancelling' ? 'state' : 'submit'
}

const SEEDS = 7

type Impossible = { fault: string; calls: readonly Call[]; why: string }

/** What cannot happen to a call, since its answer has nothing that the fault could spoil. */
export const IMPOSSIBLE: readonly Impossible[] = [
  {
    fault: 'foreign-number',
    calls: ['token', 'state', 'document-types', 'validate', 'search-tin', 'qr', 'notifications'],
    why: 'the answer holds no document number',
  },
  {
    fault: 'repeated-number',
    calls: ['token', 'state', 'raw', 'validate', 'search-tin', 'qr'],
    why: 'the answer holds no list',
  },
  {
    fault: 'no-submission-uid',
    calls: ['token', 'state', 'document-types', 'validate', 'search-tin', 'qr', 'notifications'],
    why: 'the answer names no submission',
  },
  { fault: 'empty-200', calls: ['validate'], why: 'an empty 200 is the answer itself: a match' },
]

export const isPossible = ({ call, fault }: Pick<Cell, 'call' | 'fault'>): boolean =>
  !IMPOSSIBLE.some((one) => one.fault === fault && one.calls.includes(call))

/** Every fault of every call with every crash, each under several seeds and in both shapes. */
export const wholeMatrix = (faults: readonly string[]): Cell[] =>
  CALLS.flatMap((call) =>
    faults.flatMap((fault) =>
      CRASHES.flatMap((crash) =>
        Array.from({ length: SEEDS }, (_, seed) =>
          SHAPES.map((shape) => ({ call, fault, crash, seed, shape })),
        ),
      ),
    ),
  )
    .flat()
    .filter((cell) => isPossible(cell) && (cell.crash === 'none' || diesAt(cell) !== undefined))

/** Spread evenly over the matrix, the shapes by turns. */
export const sampleOf = (cells: readonly Cell[], count: number): Cell[] =>
  Array.from({ length: count }, (_, at) => cells[Math.floor(((at + 0.5) * cells.length) / count)])
    .filter((cell) => cell !== undefined)
    .map((cell, at) => ({ ...cell, shape: shapeOfTurn(at) }))

export const nameOf = ({ call, fault, crash, seed, shape }: Cell): string =>
  `${call}/${fault}/${crash}/${seed}/${shape}`
