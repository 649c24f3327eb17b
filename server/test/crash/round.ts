import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulation/random.ts'
import type { Clients } from './clients.ts'
import type { Role } from './programs.ts'
import { type Stage, until } from './stage.ts'

const IN_FLIGHT_MIN = 20
const IN_FLIGHT_MAX = 100
const KILL_MS_MAX = 1_500
const SECOND_KILL_MS_MAX = 1_200

/** Times in ms from the (last) restart to the first sign of life, and from the (first) kill. */
type Resumption = { role: Role; from_restart_ms: number; from_kill_ms: number }
export type Round = { victims: readonly Role[]; kills: number; in_flight: number; resumed: Resumption[] }

/** The worker does the harder things, so it dies more often alone. */
const VICTIMS = [['worker'], ['worker'], ['web'], ['web', 'worker']] as const satisfies Role[][]

/**
 * Brings documents, kills at a random instant with 20 to 100 of them in flight, starts anew and waits for the first
 * sign of life only; now and then what has just been started is killed again.
 */
export const playRound = async (stage: Stage, clients: Clients, random: Random): Promise<Round> => {
  const victims = random.pick(VICTIMS)
  const wanted = IN_FLIGHT_MIN + 5 + random.below(IN_FLIGHT_MAX - IN_FLIGHT_MIN - 5)
  const kill_after_ms = random.below(KILL_MS_MAX)
  const again_after_ms = random.chance(0.2) ? random.below(SECOND_KILL_MS_MAX) : undefined

  const fill = async () => clients.bring(Math.max(0, wanted - clients.open() - (await stage.inFlight())))
  await fill()
  await sleep(kill_after_ms)
  let in_flight = 0
  await until('Too few documents came', async () => {
    in_flight = await stage.inFlight()
    if (in_flight < IN_FLIGHT_MIN && clients.open() === 0) await fill()
    return in_flight >= IN_FLIGHT_MIN
  })
  const killed_at = new Date()
  let restarted_at = await replace(stage, victims)
  if (again_after_ms !== undefined) {
    await sleep(again_after_ms)
    restarted_at = await replace(stage, victims)
  }
  const resumed = await Promise.all(
    victims.map(async (role) => {
      await (role === 'web' ? stage.programs.untilHealthy() : stage.untilProgress(restarted_at))
      const now_ms = Date.now()
      return {
        role,
        from_restart_ms: now_ms - restarted_at.getTime(),
        from_kill_ms: now_ms - killed_at.getTime(),
      }
    }),
  )
  return { victims, kills: victims.length * (again_after_ms === undefined ? 1 : 2), in_flight, resumed }
}

/** Kills and starts anew; answers when the new ones were started. */
const replace = async ({ programs }: Stage, victims: readonly Role[]): Promise<Date> => {
  await Promise.all(victims.map((role) => programs.kill(role)))
  const started_at = new Date()
  for (const role of victims) programs.start(role)
  return started_at
}
