import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { type Door, type DoorLimits, openDoor } from '../turns/door.ts'
import { addressOf } from './address.ts'

/**
 * More at once are not done sooner: they share the connections to the database and the same processors.
 * As long as nobody else comes, one may take nearly all of it: whoever comes then is the next, and the rest is for
 * those who come while one's calls are slow.
 */
const ORDINARY: DoorLimits = {
  ...{ at_once: 16, own_at_once: 12, crowds: [20, 100] },
  ...{ wait_ms_max: 500, waiting_max: 1_000, own_waiting_max: 200 },
}

/** Whoever waits for the tax authority keeps no processor busy, and must not keep the others out. */
const ASKING: DoorLimits = { ...ORDINARY, at_once: 128, own_at_once: 100, crowds: [] }

/** As many as may wait for a PDF, who are refused here before it is looked up whose call it is. */
const FILES: DoorLimits = {
  ...ORDINARY,
  ...{ at_once: 2, own_at_once: 2, crowds: [100], waiting_max: 100, own_waiting_max: 50 },
}

/** Each holds some 40 MB for as long as its sender takes. Nothing is read of those that wait: they may for longer. */
const UPLOADS: DoorLimits = {
  ...{ at_once: 24, own_at_once: 4, crowds: [] },
  ...{ wait_ms_max: 5_000, waiting_max: 100, own_waiting_max: 20 },
}

/** Doors for the calls that we answer ourselves, those that ask the tax authority, orders of files, and uploads. */
export type Doors = { ordinary: Door; asking: Door; files: Door; uploads: Door }

export const openDoors = (limits: Partial<Record<keyof Doors, DoorLimits>> = {}): Doors => ({
  ordinary: openDoor(limits.ordinary ?? ORDINARY),
  asking: openDoor(limits.asking ?? ASKING),
  files: openDoor(limits.files ?? FILES),
  uploads: openDoor(limits.uploads ?? UPLOADS),
})

/**
 * Whether a call of this endpoint waits at a door. Streams have limits of their own, and so has the sign-in: they come
 * in at once. Others that anybody may call wait by their address: they ask the database as well.
 */
export const isAdmitted = ({ own_lines, events }: Endpoint): boolean => !own_lines && !events

/** Whether it makes room as soon as it is known whose it is: what makes files has a queue of its own. */
export const isLetThrough = ({ reply }: Endpoint): boolean => reply === 'file'

/** Lets a request in, until its answer is ready or whoever asked has left. */
export const admitRequest = async (
  doors: Doors,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> => {
  const leave = await doors[doorOf(endpoint)].admit(whoOf(request))
  leaving.set(request, leave)
  request.raw.socket.once('close', leave)
  if (request.raw.socket.destroyed) leave()
}

const doorOf = (endpoint: Endpoint): keyof Doors => {
  if (endpoint.upload) return 'uploads'
  if (isLetThrough(endpoint)) return 'files'
  return endpoint.asks_authority ? 'asking' : 'ordinary'
}

const leaving = new WeakMap<FastifyRequest, () => void>()

/** Makes room as soon as an answer is ready: that somebody reads it slowly holds nobody else up. */
export const letOut = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request) => makeRoom(request))
}

/** Makes room for the next, where the request took any. */
export const makeRoom = (request: FastifyRequest): void => {
  const leave = leaving.get(request)
  if (!leave) return
  request.raw.socket.removeListener('close', leave)
  leave()
}

/** By what the call shows, not yet by who that is: to look it up is work that has to wait for its turn. */
const whoOf = (request: FastifyRequest): string => {
  const { authorization, 'x-api-key': key } = request.headers
  const shown = authorization ?? (Array.isArray(key) ? key.join() : key)
  return shown === undefined ? addressOf(request) : sha256Hex(shown)
}
