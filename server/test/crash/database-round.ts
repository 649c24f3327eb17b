import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnServer } from '../own-server.ts'
import type { Random } from '../simulation/random.ts'
import type { Clients } from './clients.ts'
import { ROLES } from './programs.ts'
import { IN_FLIGHT_MAX, IN_FLIGHT_MIN } from './round.ts'
import { type Stage, until } from './stage.ts'

const STRIKE_MS_MAX = 1_500
/** Brought again until something moves: what was on its way may have come to its end before the trouble. */
const NEW_MIN = 15
const READ_ONLY_MS = 3_000

/** What happens to the database; resolves when it is over, though the server may still be starting. */
const TROUBLES = {
  'a connection killed': async (server: OwnServer, random: Random) =>
    server.kill([random.pick(server.backends())]),
  'a connection ended': async (server: OwnServer, random: Random) =>
    server.terminate([random.pick(server.backends())]),
  'all connections ended': async (server: OwnServer) => server.terminate(server.backends()),
  'the server restarted': async (server: OwnServer) => server.end('SIGINT'),
  'the server stopped at once': async (server: OwnServer) => server.end('SIGQUIT'),
  'read only': async (server: OwnServer) => {
    await server.setReadOnly(true)
    await sleep(READ_ONLY_MS)
    await server.setReadOnly(false)
  },
} as const
export type Trouble = keyof typeof TROUBLES
export const TROUBLE_NAMES = Object.keys(TROUBLES) as Trouble[] // the keys of a literal

export type DatabaseRound = { trouble: Trouble; in_flight: number; resumed_ms: number }

/**
 * Brings documents, and troubles the database with 20 to 100 of them in flight; then waits until web and worker, which
 * must not end, work again by themselves. The trouble is the caller's choice or chance's.
 */
export const playDatabaseRound = async (
  { stage, clients, server }: { stage: Stage; clients: Clients; server: OwnServer },
  random: Random,
  trouble = random.pick(TROUBLE_NAMES),
): Promise<DatabaseRound> => {
  let in_flight = 0
  await until('Too few documents came', async () => {
    in_flight = await stage.inFlight()
    const present = clients.open() + in_flight
    if (present < IN_FLIGHT_MIN) clients.bring(Math.max(NEW_MIN, random.below(IN_FLIGHT_MAX) - present))
    return in_flight >= IN_FLIGHT_MIN
  })
  await sleep(random.below(STRIKE_MS_MAX))
  await TROUBLES[trouble](server, random)
  return { trouble, in_flight, resumed_ms: await untilBothWork(stage, clients) }
}

/** Resolves with the ms until then. Throws when a program ended, or does not work again within a minute. */
export const untilBothWork = async (stage: Stage, clients: Clients): Promise<number> => {
  const since = new Date()
  await stage.programs.untilHealthy()
  await until('The worker did not resume', async () => {
    for (const role of ROLES) stage.programs.demandAlive(role)
    if (clients.open() === 0 && (await stage.inFlight()) === 0) clients.bring(NEW_MIN)
    return stage.hasMoved(since)
  })
  return Date.now() - since.getTime()
}
