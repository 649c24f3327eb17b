import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority } from '../../src/authority/calls/client.ts'
import { places } from '../../src/authority/wire/environments.ts'
import { openGate } from '../../src/authority/wire/gate.ts'
import { type AuthorityRequest, type AuthorityResponse, exchange } from '../../src/authority/wire/http.ts'
import type { Network } from '../../src/authority/wire/network.ts'
import type { Engine } from '../../src/documents/store/engine.ts'
import { faultsLeft } from '../simulator.ts'
import type { World } from '../world.ts'
import { type Cell, diesAt, type WritingCall } from './matrix.ts'

/** These wait for the client to give up, which it does here soon after they have begun. */
const SILENT = new Set(['accepted-then-silence', 'slow'])
const PATIENCE_MS = 100
const LOOK_AGAIN_MS = 10

/** So long a process takes to start: what it builds anew bears another issue time. */
const RESTART_MS = 5_000

const KILLED = new Error('killed')

/** The processes of the portal during one cell: when one dies, the next begins with what the database holds. */
export type Office = {
  /** Runs something in the present process. `killed` when the process died of it. */
  run<T>(work: (engine: Engine) => Promise<T>): Promise<T | 'killed'>
  /** Whether a process that should die lives on: the call at which it would have died was never made. */
  lives(): boolean
  /** Resolves when nothing that a dead process sent is on its way any more. */
  quiet(): Promise<void>
}

/** Opens the portal for one cell: its network is impatient where silence is the fault, and kills once. */
export const openOffice = (world: World, cell: Cell): Office => {
  const travelling: Promise<unknown>[] = []
  let dies_at = diesAt(cell)
  const network: Network = async (request) => {
    const sent = SILENT.has(cell.fault) ? exchangeSilent(world, cell, request) : exchange(request)
    if (dies_at === undefined || dies_at !== callOf(request)) return sent
    dies_at = undefined
    // A request survives the process that sent it, and may arrive when the next one is at work already.
    if (cell.crash === 'after send') travelling.push(sent)
    else await sent
    throw KILLED
  }
  let engine = newProcess(world, network)
  return {
    run: async (work) => {
      try {
        return await work(engine)
      } catch (error) {
        if (error !== KILLED) throw error
        world.clock.advance(RESTART_MS)
        engine = newProcess(world, network)
        return 'killed'
      }
    },
    lives: () => dies_at !== undefined,
    quiet: async () => void (await Promise.all(travelling)),
  }
}

/** Gives up on the call that meets the silence, and on no other, however long a busy machine takes for it. */
const exchangeSilent = async (
  world: World,
  { call }: Cell,
  request: AuthorityRequest,
): Promise<AuthorityResponse> => {
  const planned = await faultsLeft(world, call)
  if (planned === 0) return exchange(request)
  let answered = false
  const sent = exchange(request).finally(() => {
    answered = true
  })
  while (!answered && (await faultsLeft(world, call)) === planned) await sleep(LOOK_AGAIN_MS)
  return Promise.race([sent, sleep(PATIENCE_MS).then(() => NO_ANSWER)])
}

const NO_ANSWER: AuthorityResponse = { kind: 'broken', why: 'No answer came in time.' }

/** It holds no token yet, so that signing in meets its trouble too. */
const newProcess = ({ engine, clock, simulator_url = '' }: World, network: Network): Engine => ({
  ...engine,
  authority: createAuthority({ places: places(simulator_url), clock, gate: openGate(), network }),
})

const callOf = ({ method, url }: { method: string; url: string }): WritingCall | undefined => {
  if (url.endsWith('/connect/token')) return 'token'
  if (method === 'PUT') return 'state'
  return method === 'POST' ? 'submit' : undefined
}
