import { z } from 'zod'
import type { Caller } from '#domain/access/caller.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { loadCaller } from '../../src/access/caller.ts'
import { ask } from '../../src/entities/access/equip.ts'
import { clearFaults, faultsLeft } from '../simulator.ts'
import type { World } from '../world.ts'
import { cancelInTrouble } from './cancelling.ts'
import { lookUpInTrouble } from './looking-up.ts'
import { type Cell, playOf } from './matrix.ts'
import { openOffice } from './office.ts'
import { releaseInTrouble, sendInTrouble, timesOf } from './sending.ts'

const NO_LAGS = { search_lag_ms: 0, lookup_lag_ms: 0 }

/** How late the authority shows what it took, ms: copies are sent again before the search finds the first. */
const lagsOf = ({ call }: Cell) => ({
  // A search in trouble needs something to find while the trouble lasts.
  search_lag_ms: (call === 'search' ? 3 : 15) * MINUTE_MS,
  lookup_lag_ms: 1.5 * MINUTE_MS,
})

export const NEVER = 'the fault never happened'

/** Plays one cell; answers what must never be, and a fault that never happened. Empty when all is well. */
export const runCell = async (world: World, cell: Cell): Promise<string[]> => {
  await clearFaults(world)
  const lagging = playOf(cell) === 'sending' && cell.seed % 4 >= 2
  const settings = { ...(lagging ? lagsOf(cell) : NO_LAGS), shape: cell.shape }
  await ask(`${world.simulator_url}/_sim/settings`, z.unknown(), settings, 'PUT')
  const playing = { world, cell, lagging, office: openOffice(world, cell), caller: await callerOf(world) }
  const findings = await play(playing)
  const happened = timesOf(cell) - (await faultsLeft(world, cell.call))
  if (happened === 0) findings.push(NEVER)
  if (playing.office.lives()) findings.push('nothing died')
  return findings
}

type Playing = Parameters<typeof sendInTrouble>[0] & { caller: Caller }

const play = (playing: Playing): Promise<string[]> => {
  const { call, seed } = playing.cell
  switch (playOf(playing.cell)) {
    case 'cancelling':
      return cancelInTrouble(playing)
    case 'sending':
      return sendInTrouble(playing)
    case 'asking':
      // What is held is sent when a question is answered.
      return call === 'document-types' && seed % 2 === 1
        ? releaseInTrouble(playing)
        : lookUpInTrouble(playing)
  }
}

/** Devi may see and cancel everything. */
const callerOf = async (world: World): Promise<Caller> => {
  const header = await world.tokenHeader(world.company.users.devi)
  const caller = await loadCaller(world.db, header, { now: world.clock.now(), idle_ms_max: 900_000 })
  if (!caller) throw new Error('Devi is nobody.')
  return caller
}
