import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Answer, notFound, type Request, refuse } from './calls/wire/answer.ts'
import { shaped } from './calls/words/shape.ts'
import { deliver } from './faults/deliver.ts'
import { createFaultPlan, type Fault, type FaultPlan } from './faults/plan.ts'
import { type Delivery, happensBefore, isSpoilt, spoil } from './faults/spoil.ts'
import { AUTHORITY_ROUTES, controlRoutes, type Route } from './routes.ts'
import { JournalFailure } from './world/failure.ts'
import { settle } from './world/settle.ts'
import type { World } from './world/world.ts'

/** Above the authority's 5 MB, so that its own refusal can be answered; beyond this it is 413. */
const BODY_BYTES_MAX = 8_000_000
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

const NOT_WRITTEN = refuse(503, {
  code: 'ServiceUnavailable',
  message: 'The simulator cannot write its journal',
})

/** The HTTP face of a world: every call over every path, with the planned faults between. */
export const createApp = (world: World): FastifyInstance => {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    genReqId: newCorrelationId(),
    routerOptions: { ignoreTrailingSlash: true },
  })
  const plan = createFaultPlan()
  const send = (reply: FastifyReply, answer: Answer) =>
    deliverShaped(world, reply, { way: answer.silent ? 'silent' : 'whole', answer })
  const faults = new WeakMap<FastifyRequest, Fault>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('correlationId', request.id)
    const { url } = request.routeOptions
    if (url?.startsWith('/_sim/') && !LOOPBACK.includes(request.ip)) return send(reply, notFound())
    const route = AUTHORITY_ROUTES.find((one) => one.path === url && one.method === request.method)
    const fault = route && plan.take(route.name)
    if (fault) faults.set(request, fault)
    if (fault === 'refuse') return deliverShaped(world, reply, spoil(fault, { status: 200 }))
    return undefined
  })
  for (const route of [...AUTHORITY_ROUTES, ...controlRoutes(plan)]) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => serve({ world, plan, route, fault: faults.get(request) }, request, reply),
    })
  }
  app.setNotFoundHandler((_, reply) => send(reply, notFound()))
  app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
    // The journal has told the operator which file and why.
    if (error instanceof JournalFailure) return send(reply, NOT_WRITTEN)
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    const code = status === 413 ? 'MaximumSizeExceeded' : status < 500 ? 'BadRequest' : 'InternalServerError'
    return send(reply, refuse(status, { code, message: 'The request could not be processed' }))
  })
  return app
}

type Serving = { world: World; plan: FaultPlan; route: Route; fault: Fault | undefined }

const serve = (serving: Serving, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { world, plan, route, fault } = serving
  settle(world)
  if (fault && happensBefore(fault)) return deliverShaped(world, reply, spoil(fault, { status: 200 }))
  const answer = shaped(route.call(toRequest(world, request)), world.settings.shape)
  if (!fault) return deliver(reply, { way: answer.silent ? 'silent' : 'whole', answer })
  const delivery = spoil(fault, answer)
  if (!isSpoilt(delivery, answer)) plan.giveBack(route.name, fault)
  return deliverShaped(world, reply, delivery)
}

const deliverShaped = (world: World, reply: FastifyReply, delivery: Delivery): FastifyReply =>
  deliver(reply, { ...delivery, answer: shaped(delivery.answer, world.settings.shape) })

const toRequest = (world: World, request: FastifyRequest): Request => ({
  world,
  params: texts(request.params),
  query: stated(texts(request.query)),
  headers: texts(request.headers),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  correlation_id: request.id,
})

/** Keeps the text values of a record; a repeated header or parameter counts as absent. */
const texts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )

/** A parameter without a value counts as absent. */
const stated = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

const newCorrelationId = (): (() => string) => {
  const start = Date.now().toString(36).toUpperCase().padStart(10, '0')
  let count = 0
  return () => {
    count += 1
    return `0HN${start}:${count.toString(16).toUpperCase().padStart(8, '0')}`
  }
}
