import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Clock } from '../clock/clock.ts'
import { admits, enforceAccess } from './access.ts'
import { addressOf } from './address.ts'
import {
  admitDownload,
  admitRequest,
  comeBack,
  type Doors,
  isAdmitted,
  isLetThrough,
  letOut,
  makeRoom,
  noteKnown,
  stepAside,
  waitAside,
} from './admission.ts'
import { answeredFrom, type FromCopy, tellPosition } from './from-copy.ts'
import { boundJson } from './json-bounds.ts'
import { BODY_BYTES_MAX } from './read-form.ts'
import { isJson, readInput } from './read-input.ts'
import { hangUpEarly, isArriving } from './receiving.ts'
import type { Route } from './route.ts'
import { sendReply } from './send-reply.ts'

export type Binding<C> = {
  /**
   * Who calls; undefined for nobody. Throws unauthenticated for a token that is dead. `going_on`: a call that was let
   * in still goes on, and nobody does anything by that: it neither moves an idle limit nor ends by one.
   */
  authenticate(request: FastifyRequest, endpoint: Endpoint, going_on?: boolean): Promise<Caller | undefined>
  /**
   * Told of each call by somebody who is known, before anything of it is done or refused. Where it throws, the call
   * ends with that.
   */
  witness?(knock: Knock): Promise<void>
  /** Where calls wait when more come than can be done; without them all come in at once. */
  doors?: Doors
  /** So long a file may lie on its way that nobody reads, ms; five minutes unless told. */
  unread_ms_max?: number
  /** What the server adds to every call, `{ db }` for one. */
  context: C
  clock: Clock
  /** Copies of the database for the calls that may be answered from one. */
  from_copy?: FromCopy<C> | undefined
  /** Checks every answer against its contract; on in tests. */
  validate_replies: boolean
}

/** Somebody known stands at a door; `path` is as it was called, without its query. */
export type Knock = {
  endpoint: Endpoint
  caller: Caller
  admitted: boolean
  method: string
  path: string
  address: string
}

/**
 * Registers the whole contract. Throws when an endpoint has no handler or two, a handler no endpoint, or two
 * endpoints share id, or method and path; the start fails when a route outside the contract was registered.
 */
export const bindEndpoints = <C>(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  routes: readonly Route<C>[],
  binding: Binding<C>,
): void => {
  assertComplete(endpoints, routes)
  refuseOthers(app, endpoints)
  letOut(app)
  if (binding.from_copy) tellPosition(app, binding.from_copy)
  for (const route of routes) register(app, route, binding)
}

/** Routes that are no part of the API: probes, metrics, its own description and the built screens. */
const OUTSIDE_CONTRACT = [
  '/livez',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/docs/',
  '/api/docs/openapi.json',
  '/api/docs/style.css',
  '/*',
]

/** Who makes the calls of an endpoint. */
const callersOf = <C>(endpoint: Endpoint, binding: Binding<C>) => {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const late = new WeakSet<FastifyRequest>()
  const letIn = async (request: FastifyRequest): Promise<void> => {
    const caller = await binding.authenticate(request, endpoint)
    if (binding.doors) noteKnown(binding.doors, request, caller)
    if (caller) await binding.witness?.(knockOf(endpoint, request, caller))
    enforceAccess(endpoint.access, caller)
    if (caller) callers.set(request, caller)
    if (isArriving(request.raw)) late.add(request)
  }
  const judge = async (request: FastifyRequest, going_on = false): Promise<Caller | undefined> => {
    const caller = await binding.authenticate(request, endpoint, going_on)
    enforceAccess(endpoint.access, caller)
    return caller
  }
  return {
    letIn,
    judge,
    /** Who was let in; nobody need be known where the public is. */
    of: (request: FastifyRequest) => callers.get(request),
    /**
     * Who calls; asked anew where the body was still on its way when the call was judged, since rights may end within
     * the minute, or the hour, that its sender takes. A call that came in one piece costs no second question. Nobody
     * rests by waiting for an upload, which may take longer than that is allowed.
     */
    recheck: async (request: FastifyRequest) =>
      late.has(request) ? judge(request, endpoint.upload !== undefined) : callers.get(request),
  }
}

const register = <C>(app: FastifyInstance, { endpoint, run }: Route<C>, binding: Binding<C>) => {
  const callers = callersOf(endpoint, binding)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.body_bytes_max ?? BODY_BYTES_MAX,
    config: { endpoint_id: endpoint.id, streamed: endpoint.upload !== undefined },
    onRequest: async (request) => {
      if (binding.doors && isAdmitted(endpoint)) await admitRequest(binding.doors, endpoint, request)
      if (endpoint.access.kind !== 'public') await callers.letIn(request)
      if (isLetThrough(endpoint)) makeRoom(request)
      else stepAside(endpoint, request)
    },
    preParsing: async (request, _reply, bytes) => (isJson(request) ? boundJson(bytes) : bytes),
    onSend: async (request, reply) => {
      if (endpoint.upload) hangUpEarly(request, reply)
    },
    handler: async (request, reply) => {
      const input = await readInput(endpoint, request)
      if (binding.doors) await comeBack(binding.doors, endpoint, request)
      const { upload } = input
      // A file is still arriving: whoever has read it asks.
      const caller = upload ? callers.of(request) : await callers.recheck(request)
      // A server that stops finishes what it does, but it cannot wait for somebody's gigabyte.
      const stop = () => upload?.content.destroy(app.stopping.reason)
      if (upload) app.stopping.addEventListener('abort', stop)
      try {
        const facts = {
          ...input,
          // A public endpoint's handler is typed to receive no caller; every other one has passed the door.
          caller: caller as Caller,
          recheck: () => callers.recheck(request) as Promise<Caller>,
          request_id: request.id,
          // createApp gave Fastify our own logger.
          log: request.log as Parameters<typeof run>[0]['log'],
          now: binding.clock.now(),
          headers: request.headers,
          address: addressOf(request),
          body_bytes: request.body_bytes,
          setHeader: (name: string, value: string) => void reply.header(name, value),
          answerLater: (location: string) => void reply.code(202).header('location', location),
          aside: (wait: () => Promise<void>) => waitAside({ doors: binding.doors, endpoint, request }, wait),
        }
        const answer = await answeredFrom(binding, { endpoint, request }, (context) =>
          run({ ...context, ...facts }),
        )
        return sendReply(endpoint, reply, answer, {
          validate: binding.validate_replies,
          unread_ms_max: binding.unread_ms_max,
          ...(binding.doors && { admit: admitDownload.bind(undefined, binding.doors, request, caller) }),
          ...(caller && {
            reader: { caller, clock: binding.clock, judge: () => callers.judge(request, true) },
          }),
        })
      } finally {
        app.stopping.removeEventListener('abort', stop)
        upload?.content.destroy()
      }
    },
  })
}

const knockOf = (endpoint: Endpoint, request: FastifyRequest, caller: Caller): Knock => ({
  endpoint,
  caller,
  admitted: admits(endpoint.access, caller),
  method: request.method,
  path: request.url.split('?')[0] ?? '',
  address: addressOf(request),
})

const assertComplete = <C>(endpoints: readonly Endpoint[], routes: readonly Route<C>[]) => {
  assertDistinct(endpoints.map((endpoint) => endpoint.id))
  assertDistinct(endpoints.map(({ method, path }) => `${method} ${shape(path)}`))
  assertDistinct(routes.map((route) => `the handler of ${route.endpoint.id}`))
  const bound = new Set(routes.map((route) => route.endpoint))
  const known = new Set(endpoints)
  const loose = endpoints.filter((endpoint) => !bound.has(endpoint)).map(({ id }) => `${id} has no handler`)
  const foreign = routes
    .filter(({ endpoint }) => !known.has(endpoint))
    .map((r) => `${r.endpoint.id} is not in the contract`)
  if (loose.length + foreign.length > 0)
    throw new Error(`Cannot serve the API: ${[...loose, ...foreign].join('; ')}.`)
}

const assertDistinct = (names: readonly string[]) => {
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`Cannot serve the API: twice ${twice.join(', ')}.`)
}

/** Two paths clash when they differ only in parameter names or the trailing slash. */
const shape = (path: string) => path.replace(/:[^/]+/g, ':').replace(/\/$/, '')

const refuseOthers = (app: FastifyInstance, endpoints: readonly Endpoint[]) => {
  const expected = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  // Fastify answers HEAD wherever it answers GET, through the same door.
  const known = (method: string, url: string) => expected.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
  app.addHook('onReady', async () => {
    const others = app.registered_routes.filter(
      ({ method, url }) => !known(method, url) && !OUTSIDE_CONTRACT.includes(url),
    )
    if (others.length > 0) {
      throw new Error(
        `Not in the contract: ${others.map(({ method, url }) => `${method} ${url}`).join(', ')}.`,
      )
    }
  })
}
