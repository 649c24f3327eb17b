import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { flagMissing } from '#domain/problems.ts'

/**
 * Counts requests by endpoint and status, measures their seconds, and serves it all at `/metrics`: to this machine, and
 * to whoever shows `token` (`Authorization: Bearer …`) if there is one.
 */
export const addMetrics = (app: FastifyInstance, token: string | undefined): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'lulus_http_requests_total',
    help: 'Requests answered, by endpoint and status.',
    labelNames: ['endpoint', 'status'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'lulus_http_request_seconds',
    help: 'Seconds from the request to the end of its answer, by endpoint.',
    labelNames: ['endpoint'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint_id
    if (endpoint === undefined) return
    requests.inc({ endpoint, status: reply.statusCode })
    seconds.observe({ endpoint }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request) && !bears(request, token)) {
      throw flagMissing('The figures are read from the machine itself, or with the METRICS_TOKEN.')
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

/** By the connection itself, not by what a header claims; what a proxy on this machine passes on is not from here. */
const isFromHere = ({ socket: { remoteAddress = '' }, headers }: FastifyRequest): boolean =>
  LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Compared by digests, whose comparison takes the same time for every wrong token. */
const bears = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digestOf(headers.authorization ?? ''), digestOf(`Bearer ${token}`))

const digestOf = (text: string) => createHash('sha256').update(text).digest()
