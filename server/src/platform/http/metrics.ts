import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Counts requests by endpoint and status, measures their seconds, and serves it all at `/metrics`. */
export const addMetrics = (app: FastifyInstance): Registry => {
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
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
  return registry
}
