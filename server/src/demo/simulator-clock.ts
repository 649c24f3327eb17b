import { z } from 'zod'
import { ask } from '../entities/access/equip.ts'

const Position = z.object({ offset_ms: z.number() })

export type SimulatorClock = {
  /** Makes the simulator's clock show this instant (and run on from there). */
  moveTo(instant: Date): Promise<void>
  /** Back to the real time. */
  reset(): Promise<void>
}

/** The simulator's clock, moved by its control call. Nobody else may move it meanwhile. */
export const simulatorClock = async (simulator_url: string): Promise<SimulatorClock> => {
  const advance = async (advance_ms: number) =>
    (await ask(`${simulator_url}/_sim/clock`, Position, { advance_ms })).offset_ms
  let offset_ms = await advance(0)
  const setOffset = async (wanted_ms: number) => {
    offset_ms = await advance(Math.round(wanted_ms - offset_ms))
  }
  return {
    moveTo: (instant) => setOffset(instant.getTime() - Date.now()),
    reset: () => setOffset(0),
  }
}

/** Runs `work` while the simulator has other settings, and gives it its own back. */
export const withSettings = async (
  simulator_url: string,
  settings: { validation_delay_ms?: number; rate_limits?: boolean },
  work: () => Promise<unknown>,
): Promise<void> => {
  const url = `${simulator_url}/_sim/settings`
  const before = await ask(url, z.record(z.string(), z.unknown()), {}, 'PUT')
  await ask(url, z.unknown(), settings, 'PUT')
  try {
    await work()
  } finally {
    await ask(url, z.unknown(), before, 'PUT')
  }
}
