import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, callerId } from '#domain/access/caller.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { type Door, type DoorLimits, openDoor } from '../turns/door.ts'
import { addressOf, networkOf } from './address.ts'
import { keyOf, tokenOf } from './credentials.ts'
import { BODY_BYTES_MAX } from './read-form.ts'
import { isArriving } from './receiving.ts'

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

/** Whoever nobody need know is in front of all that only the known may do, and must not keep these out. */
const STRANGERS: DoorLimits = { ...ORDINARY, own_at_once: 8, crowds: [] }

/** Each holds some 40 MB for as long as its sender takes. Nothing is read of those that wait: they may for longer. */
const UPLOADS: DoorLimits = {
  ...{ at_once: 24, own_at_once: 4, crowds: [] },
  ...{ wait_ms_max: 5_000, waiting_max: 100, own_waiting_max: 20 },
}

/** Each holds some thousand rows, or an open file, for as long as its reader takes; its first bytes may wait. */
const DOWNLOADS: DoorLimits = {
  ...{ at_once: 50, own_at_once: 6, crowds: [] },
  ...{ wait_ms_max: 5_000, waiting_max: 100, own_waiting_max: 20 },
}

type Name = 'ordinary' | 'asking' | 'strangers' | 'pushes' | 'files' | 'uploads' | 'downloads'

/**
 * Doors for the calls that we answer ourselves, those that ask the tax authority, those that anybody may make, such of
 * these as bring much, orders of files, uploads, and files on their way to their readers. `known`: who has shown lately
 * that they are somebody, and who that was.
 */
export type Doors = Record<Name, Door> & { known: Map<string, string> }

export const openDoors = (limits: Partial<Record<Name, DoorLimits>> = {}): Doors => ({
  ordinary: openDoor(limits.ordinary ?? ORDINARY),
  asking: openDoor(limits.asking ?? ASKING),
  strangers: openDoor(limits.strangers ?? STRANGERS),
  pushes: openDoor(limits.pushes ?? STRANGERS),
  files: openDoor(limits.files ?? FILES),
  uploads: openDoor(limits.uploads ?? UPLOADS),
  downloads: openDoor(limits.downloads ?? DOWNLOADS),
  known: new Map(),
})

/**
 * Whether a call of this endpoint waits at a door. Streams have limits of their own, and so has the sign-in: they come
 * in at once. Others that anybody may call wait as well: they ask the database too.
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
  const leave = await doors[doorOf(endpoint)].admit(whoOf(doors, endpoint, request))
  leaving.set(request, leave)
  request.raw.socket.once('close', leave)
  if (request.raw.socket.destroyed) leave()
}

const doorOf = (endpoint: Endpoint): Name => {
  if (endpoint.access.kind === 'public') return isSmall(endpoint) ? 'strangers' : 'pushes'
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
  leaving.delete(request)
  request.raw.socket.removeListener('close', leave)
  leave()
}

/**
 * Makes room while a body is on its way, which may take a minute; `comeBack` when it is there. An upload stays where it
 * is, and so does a large body of nobody known: a place is what its bytes cost.
 */
export const stepAside = (endpoint: Endpoint, request: FastifyRequest): void => {
  if (!endpoint.upload && isSmall(endpoint) && isArriving(request.raw)) makeRoom(request)
}

/** Strangers are as many as they like: what each may leave with us while it comes is little. */
const STRANGERS_BYTES_MAX = 50_000

const isSmall = ({ access, method, body_bytes_max = BODY_BYTES_MAX }: Endpoint) =>
  access.kind !== 'public' || method === 'GET' || body_bytes_max <= STRANGERS_BYTES_MAX

/** Lets a request in again that has stepped aside. */
export const comeBack = async (doors: Doors, endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
  if (isAdmitted(endpoint) && !isLetThrough(endpoint) && !leaving.has(request))
    await admitRequest(doors, endpoint, request)
}

/** Makes room while a call waits for something else than its turn to be worked on; lets it in again after that. */
export const waitAside = async (
  { doors, endpoint, request }: { doors: Doors | undefined; endpoint: Endpoint; request: FastifyRequest },
  wait: () => Promise<void>,
): Promise<void> => {
  makeRoom(request)
  await wait()
  if (doors) await comeBack(doors, endpoint, request)
}

/** Waits until one more file may be on its way to somebody, whatever they show; `leave` is for its end. */
export const admitDownload = (
  { downloads }: Doors,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<() => void> => downloads.admit(caller ? callerId(caller) : networkOf(addressOf(request)))

/** So many have a line of their own for having been somebody. */
const KNOWN_MAX = 10_000

/** Notes whose it is what a request shows; without a caller, that it is nobody's. */
export const noteKnown = ({ known }: Doors, request: FastifyRequest, caller: Caller | undefined): void => {
  const shown = shownBy(request)
  if (!shown) return
  known.delete(shown)
  if (caller) known.set(shown, callerId(caller))
  if (known.size > KNOWN_MAX)
    for (const oldest of [...known.keys()].slice(0, KNOWN_MAX / 10)) known.delete(oldest)
}

/**
 * By whose that was which the call shows, not yet by whose it is: to look it up is work that has to wait for its turn.
 * So the sessions of a person are one. What nobody is known by waits in the line of its network, however many names or
 * addresses it gives itself.
 */
const whoOf = ({ known }: Doors, endpoint: Endpoint, request: FastifyRequest): string => {
  const shown = endpoint.access.kind === 'public' ? undefined : shownBy(request)
  return (shown !== undefined && known.get(shown)) || networkOf(addressOf(request))
}

const shownBy = ({ headers }: FastifyRequest): string | undefined => {
  const shown = tokenOf(headers) ?? keyOf(headers)
  return shown === undefined ? undefined : sha256Hex(shown)
}
