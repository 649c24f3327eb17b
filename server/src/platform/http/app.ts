import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { notFound } from '#domain/problems.ts'
import type { Log } from '../log/log.ts'
import { edgeOptions, refuseWhileStopping } from './edges.ts'
import { answerError } from './faults.ts'
import { BODY_BYTES_MAX } from './read-form.ts'
import { boundReceiving, REQUEST_MS_MAX } from './receiving.ts'

declare module 'fastify' {
  interface FastifyInstance {
    registered_routes: { method: string; url: string }[]
    /** Aborted, with what callers are told, once the server closes. */
    stopping: AbortSignal
  }
  interface FastifyRequest {
    body_bytes: Uint8Array | undefined
  }
  interface FastifyContextConfig {
    endpoint_id?: string
    /** Its body is read while it arrives, and may take long. */
    streamed?: boolean
  }
}

export type AppSettings = {
  log: Log
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  trusted_proxies: readonly string[]
  /** The public address is https: tell browsers to stay there. */
  https: boolean
  /** So long a body may take that is not streamed; a minute unless told. */
  body_ms_max?: number
  /** So long answers that are under way may take once the server closes; ten seconds unless told. */
  closing_ms_max?: number
}

/** The HTTP server without any endpoint: limits, request ids, security headers, errors, one log line each. */
export const createApp = async (settings: AppSettings): Promise<FastifyInstance> => {
  const { log, trusted_proxies, https, body_ms_max = BODY_MS_MAX, closing_ms_max = CLOSING_MS_MAX } = settings
  const headers = { ...SECURITY_HEADERS, ...(https && HTTPS_ONLY) }
  // Fastify's type remembers which logger it was given; the rest of the server needs the plain instance.
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: [...trusted_proxies],
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: REQUEST_MS_MAX,
    ...edgeOptions(headers),
  }) as unknown as FastifyInstance
  app.decorate('registered_routes', [])
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) app.registered_routes.push({ method: one, url })
  })
  readBodies(app)
  await app.register(multipart)
  // Only gzip, which every client knows; and nothing that comes in is unpacked, since a bomb would be too.
  const zlibOptions = { level: 4 }
  const compressed = { encodings: ['gzip' as const], threshold: ZIPPED_BYTES_MIN, zlibOptions }
  await app.register(compress, { ...compressed, globalDecompression: false })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
  })
  boundReceiving(app, body_ms_max)
  refuseWhileStopping(app, closing_ms_max)
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint_id } = request.routeOptions.config
    const line = { endpoint: endpoint_id, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (endpoint_id !== undefined) request.log.info(line, 'request')
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply))
  return app
}

const BODY_MS_MAX = 60_000
export const CLOSING_MS_MAX = 10_000
/** What fits into one packet gains nothing by being smaller. */
const ZIPPED_BYTES_MIN = 1_400

/** For the API, whose answers are never pages; static.ts states its own policy for the screens. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** JSON only; the bytes are kept beside the value because signatures cover bytes. */
const readBodies = (app: FastifyInstance) => {
  app.decorateRequest('body_bytes', undefined)
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = Buffer.from(bytes)
    request.body_bytes = body
    if (body.length === 0) done(null, undefined)
    else parse(request, body.toString('utf8'), done)
  })
  // Mail programs send a form with which they end a mail; what it says is known, and no call of ours reads it.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text),
  )
}
