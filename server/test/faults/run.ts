import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { loadCaller } from '../../src/access/caller.ts'
import { ask } from '../../src/demo/credentials.ts'
import { clearFaults, faultsLeft } from '../simulator.ts'
import type { World } from '../world.ts'
import { cancelInTrouble } from './cancelling.ts'
import { lookUpInTrouble } from './looking-up.ts'
import { type Cell, DIES_AT } from './matrix.ts'
import { openOffice } from './office.ts'
import { releaseInTrouble, sendInTrouble, timesOf } from './sending.ts'

const MINUTE_MS = 60_000
const NO_LAGS = { search_lag_ms: 0, lookup_lag_ms: 0 }

/** How late the authority shows what it took, ms: so late that copies are sent again before the search finds the first. */
const lagsOf = ({ call }: Cell) => ({
  // A search in trouble needs something to find while the trouble lasts.
  search_lag_ms: (call === 'search' ? 3 : 15) * MINUTE_MS,
  lookup_lag_ms: 1.5 * MINUTE_MS,
})

export const NEVER = 'the fault never happened'

/** Plays one cell; answers what must never be, and a fault that never happened. Empty when all is well. */
export const runCell = async (world: World, cell: Cell): Promise<string[]> => {
  await clearFaults(world)
  const lagging = DIES_AT[cell.call] !== undefined && !cancels(cell) && cell.seed % 4 >= 2
  await ask(`${world.simulator_url}/_sim/settings`, z.unknown(), lagging ? lagsOf(cell) : NO_LAGS, 'PUT')
  const playing = { world, cell, lagging, office: openOffice(world, cell), caller: await callerOf(world) }
  const findings = await play(playing)
  const happened = timesOf(cell) - (await faultsLeft(world, cell.call))
  return happened > 0 ? findings : [...findings, NEVER]
}

type Playing = Parameters<typeof sendInTrouble>[0] & { caller: Caller }

const play = (playing: Playing): Promise<string[]> => {
  const { call, seed } = playing.cell
  if (cancels(playing.cell)) return cancelInTrouble(playing)
  if (DIES_AT[call]) return sendInTrouble(playing)
  return call === 'document-types' && seed % 2 === 1 ? releaseInTrouble(playing) : lookUpInTrouble(playing)
}

/** Cancelling signs in and asks for details too. */
const cancels = ({ call, seed }: Cell): boolean =>
  call === 'state' || ((call === 'token' || call === 'details') && seed % 4 === 3)

/** Devi may see and cancel everything. */
const callerOf = async (world: World): Promise<Caller> => {
  const header = await world.tokenHeader(world.company.users.devi)
  const caller = await loadCaller(world.db, header, { now: world.clock.now(), idle_ms_max: 900_000 })
  if (!caller) throw new Error('Devi is nobody.')
  return caller
}
