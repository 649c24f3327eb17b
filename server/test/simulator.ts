import { z } from 'zod'
import { ask } from '../src/entities/access/equip.ts'
import type { World } from './world.ts'

/** How the simulator's answers look: as published, or as clients have recorded them. Its settings name them so. */
const BOTH = ['recorded', 'documented'] as const
export type Shape = (typeof BOTH)[number]

const ONLY = process.env.SHAPE

/** Those that the proofs play: both, or the one of `SHAPE`. */
export const SHAPES: readonly Shape[] = BOTH.filter((shape) => ONLY === undefined || shape === ONLY)

/** Takes turns, so that proofs meet both without lasting longer. Throws for a SHAPE that there is not. */
export const shapeOfTurn = (turn: number): Shape => {
  const shape = SHAPES[turn % SHAPES.length]
  if (shape === undefined) throw new Error(`SHAPE is ${ONLY}; there are ${BOTH.join(' and ')}.`)
  return shape
}

/** From now on answers look so. */
export const setShape = (simulator_url: string | undefined, shape: Shape) =>
  ask(`${simulator_url}/_sim/settings`, z.unknown(), { shape }, 'PUT')

const Accepted = z.object({
  uuid: z.string(),
  submissionUid: z.string(),
  codeNumber: z.string(),
  issuerTin: z.string(),
  documentHash: z.string(),
  status: z.string(),
})
export type Accepted = z.output<typeof Accepted>

/** Everything which the simulator of this world ever accepted under a document number. */
export const ledgerOf = async (world: World, number: string): Promise<Accepted[]> => {
  const reply = await fetch(`${urlOf(world)}/_sim/ledger?${new URLSearchParams({ codeNumber: number })}`)
  return z.array(Accepted).parse(await reply.json())
}

/** The next `times` calls of a kind meet trouble: `submit` and `504-after-accept`, for one. */
export const planFault = (world: World, call: string, fault: string, times = 1) =>
  ask(`${urlOf(world)}/_sim/faults`, z.unknown(), { call, fault, times })

const Planned = z.object({ planned: z.array(z.object({ call: z.string(), times: z.int() })) })

/** How many of the faults planned for a call have not happened yet. */
export const faultsLeft = async (world: World, call: string): Promise<number> => {
  const { planned } = Planned.parse(await (await fetch(`${urlOf(world)}/_sim/faults`)).json())
  return planned.reduce((sum, one) => sum + (one.call === call ? one.times : 0), 0)
}

/** Whatever was planned and did not happen is forgotten. */
export const clearFaults = async (world: World) => {
  await fetch(`${urlOf(world)}/_sim/faults`, { method: 'DELETE' })
}

/** Moves the simulator's clock away from ours, by milliseconds. */
export const moveClock = (world: World, advance_ms: number) =>
  ask(`${urlOf(world)}/_sim/clock`, z.unknown(), { advance_ms })

const urlOf = (world: World): string => {
  if (!world.simulator_url) throw new Error('This world has no simulator: createWorld({ simulator: true }).')
  return world.simulator_url
}
