import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemError } from '#domain/problems.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { createFairQueue } from '../turns/fair-queue.ts'
import { addressOf } from './address.ts'

export type AdmissionLimits = {
  /** Calls that are worked on at the same time. */
  at_once: number
  /** Of these, of one session, API key or address. */
  own_at_once: number
  /** How long a call waits for its turn, ms; then it is refused, since whoever waits longer asks again anyway. */
  wait_ms_max: number
  waiting_max: number
  own_waiting_max: number
}

/**
 * More at once are not done sooner: they share the connections to the database and the same processors. As long as
 * nobody else comes, one may take nearly all of it: whoever comes then is the next, and the rest is for those who come
 * while one's calls are slow.
 */
const ORDINARY: AdmissionLimits = {
  ...{ at_once: 16, own_at_once: 13 },
  ...{ wait_ms_max: 500, waiting_max: 1_000, own_waiting_max: 200 },
}

/** Whoever waits for the tax authority keeps no processor busy, and must not keep the others out. */
const ASKING: AdmissionLimits = { ...ORDINARY, at_once: 128, own_at_once: 100 }

const RETRY_AFTER_S = 2

/**
 * The door of the API when more comes than can be done: calls wait for their turn, everybody in a line of their own,
 * and those whose turn does not come soon are refused with 503 or, where one asks for too much, 429. So what is
 * admitted is answered quickly, and one integration's flood leaves room for everybody else. Files, streams and uploads
 * have queues and limits of their own, and so has the sign-in: they come in at once.
 */
export const openAdmission = (limits: AdmissionLimits) => {
  const waiting = createFairQueue<{ begin(): void }>({
    person_max: limits.own_waiting_max,
    all_max: limits.waiting_max,
  })
  const inside = new Map<string, number>()
  let count = 0
  const mayEnter = (who: string) => (inside.get(who) ?? 0) < limits.own_at_once
  const enter = (who: string) => {
    count++
    inside.set(who, (inside.get(who) ?? 0) + 1)
  }
  const leave = (who: string) => {
    count--
    const own = (inside.get(who) ?? 1) - 1
    if (own === 0) inside.delete(who)
    else inside.set(who, own)
    if (count < limits.at_once) waiting.next(mayEnter)?.begin()
  }
  /** Resolves when it is somebody's turn; the answer, called once, makes room for the next. */
  const admit = async (who: string): Promise<() => void> => {
    if (count < limits.at_once && mayEnter(who)) enter(who)
    else await turn(who)
    return once(() => leave(who))
  }
  const turn = (who: string) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        enter(who)
        resolve()
      }
      const one = { begin }
      const late = setTimeout(() => {
        waiting.remove(one)
        reject(mayEnter(who) ? busy() : tooMany())
      }, limits.wait_ms_max)
      const added = waiting.add(who, one)
      if (added === 'waits') return
      clearTimeout(late)
      reject(added === 'full' ? busy() : tooMany())
    })
  return { admit }
}

export type Admission = ReturnType<typeof openAdmission>

/** One door for the calls that we answer ourselves, and one for those that ask the tax authority in their course. */
export type Doors = { ordinary: Admission; asking: Admission }

export const openDoors = (ordinary = ORDINARY, asking = ASKING): Doors => ({
  ordinary: openAdmission(ordinary),
  asking: openAdmission(asking),
})

/** Whether a call of this endpoint waits at a door. */
export const isAdmitted = ({ access, reply, events, upload }: Endpoint): boolean =>
  access.kind !== 'public' && reply !== 'file' && !events && !upload

/** Lets a request in, until its answer is ready or whoever asked has left. */
export const admitRequest = async (
  doors: Doors,
  { asks_authority }: Endpoint,
  request: FastifyRequest,
): Promise<void> => {
  const { admit } = asks_authority ? doors.asking : doors.ordinary
  const leave = await admit(whoOf(request))
  leaving.set(request, leave)
  request.raw.socket.once('close', leave)
  if (request.raw.socket.destroyed) leave()
}

const leaving = new WeakMap<FastifyRequest, () => void>()

/** Makes room as soon as an answer is ready: that somebody reads it slowly holds nobody else up. */
export const letOut = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request) => {
    const leave = leaving.get(request)
    if (!leave) return
    request.raw.socket.removeListener('close', leave)
    leave()
  })
}

/** By what the call shows, not yet by who that is: to look it up is work that has to wait for its turn. */
const whoOf = (request: FastifyRequest): string => {
  const { authorization, 'x-api-key': key } = request.headers
  const shown = authorization ?? (Array.isArray(key) ? key.join() : key)
  return shown === undefined ? addressOf(request) : sha256Hex(shown)
}

const once = (act: () => void) => {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}

const busy = () =>
  new ProblemError({
    ...{ kind: 'unavailable', code: 'busy', retry_after_s: RETRY_AFTER_S },
    message: 'Too many people ask at once. Please try again in a few seconds.',
  })

const tooMany = () =>
  new ProblemError({
    ...{ kind: 'too_many', code: 'too_many', retry_after_s: RETRY_AFTER_S },
    message: 'You ask for too much at once. Please try again in a few seconds.',
  })
