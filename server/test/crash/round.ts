import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../simulation/random.ts'
import type { Clients } from './clients.ts'
import type { Role } from './programs.ts'
import { type Stage, until } from './stage.ts'

export const IN_FLIGHT_MIN = 20
export const IN_FLIGHT_MAX = 100
/** Brought in each round, so that something is being sent, however much waits for an answer. */
const NEW_MIN = 15
const KILL_MS_MAX = 1_500
const SECOND_KILL_MS_MAX = 1_200
/** How long to wait for a submission to be on its way when the kill is aimed at one. */
const AIM_MS_MAX = 1_000

/** The worker does the harder things, so it dies more often alone. */
const VICTIMS = [['worker'], ['worker'], ['web'], ['web', 'worker']] as const satisfies Role[][]

/** What chance wants of a round. */
const planOf = (random: Random) => ({
  victims: random.pick(VICTIMS),
  wanted: IN_FLIGHT_MIN + 5 + random.below(IN_FLIGHT_MAX - IN_FLIGHT_MIN - 5),
  kill_after_ms: random.below(KILL_MS_MAX),
  /** A submission is on its way for a small part of the time only, so some kills are aimed at one. */
  aim_ms: random.chance(0.4) ? AIM_MS_MAX : 0,
  again_after_ms: random.chance(0.2) ? random.below(SECOND_KILL_MS_MAX) : undefined,
})
type Plan = ReturnType<typeof planOf>

/** Times in ms from the (last) restart to the first sign of life, and from the (first) kill. */
type Resumption = { role: Role; from_restart_ms: number; from_kill_ms: number }
export type Round = { victims: readonly Role[]; kills: number; in_flight: number; resumed: Resumption[] }

/**
 * Brings documents, kills at a random instant with 20 to 100 of them in flight, starts anew and waits for the first
 * sign of life only; now and then what has just been started is killed again.
 */
export const playRound = async (stage: Stage, clients: Clients, random: Random): Promise<Round> => {
  const plan = planOf(random)
  const { victims, again_after_ms } = plan
  const in_flight = await untilWorthKilling(stage, clients, plan)
  const killed_at = new Date()
  let restarted_at = await replace(stage, victims)
  if (again_after_ms !== undefined) {
    await sleep(again_after_ms)
    restarted_at = await replace(stage, victims)
  }
  const resume = async (role: Role): Promise<Resumption> => {
    if (role === 'web') await stage.programs.untilHealthy()
    else await untilProgress(stage, clients, restarted_at)
    const from_restart_ms = Date.now() - restarted_at.getTime()
    return { role, from_restart_ms, from_kill_ms: Date.now() - killed_at.getTime() }
  }
  const resumed = await Promise.all(victims.map(resume))
  return { victims, kills: victims.length * (again_after_ms === undefined ? 1 : 2), in_flight, resumed }
}

/** Lets clients bring what is wanted and the instant of the kill come; answers how many are in flight. */
const untilWorthKilling = async (
  stage: Stage,
  clients: Clients,
  { wanted, kill_after_ms, aim_ms }: Plan,
): Promise<number> => {
  const fill = async () => {
    const present = clients.open() + (await stage.inFlight())
    clients.bring(Math.min(IN_FLIGHT_MAX - present, Math.max(NEW_MIN, wanted - present)))
  }
  await fill()
  await sleep(kill_after_ms)
  const aim_until_ms = Date.now() + aim_ms
  let in_flight = 0
  await until('Too few documents came', async () => {
    const sending = await stage.isSending()
    in_flight = await stage.inFlight()
    if (in_flight < IN_FLIGHT_MIN && clients.open() === 0) await fill()
    return in_flight >= IN_FLIGHT_MIN && (sending || Date.now() >= aim_until_ms)
  })
  return in_flight
}

/** Resolves when a document has gone a step further since then, which only a worker brings about. */
const untilProgress = (stage: Stage, clients: Clients, since: Date): Promise<void> =>
  until('The worker did not resume', async () => {
    stage.programs.demandAlive('worker')
    // A worker that was killed for the second time may have left nothing to be done.
    if (clients.open() === 0 && (await stage.inFlight()) === 0) clients.bring(NEW_MIN)
    return stage.hasMoved(since)
  })

/** Kills and starts anew; answers when the new ones were started. */
const replace = async ({ programs }: Stage, victims: readonly Role[]): Promise<Date> => {
  await Promise.all(victims.map((role) => programs.kill(role)))
  const started_at = new Date()
  for (const role of victims) programs.start(role)
  return started_at
}
