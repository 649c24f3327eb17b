import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { flagMissing } from '#domain/problems.ts'

/** What is read when somebody asks: one value, or one for each of a few labels. Units stand in its name. */
export type Figure = Readonly<{
  name: string
  help: string
  labels?: readonly string[]
  read(): Promise<readonly Value[]>
}>
type Value = { labels?: Readonly<Record<string, string>>; value: number }

/**
 * Counts requests by endpoint and status, measures their seconds, and serves it all at `/metrics` with `figures`: to
 * this machine, and to whoever shows `token` (`Authorization: Bearer …`) if there is one.
 */
export const addMetrics = (
  app: FastifyInstance,
  token: string | undefined,
  figures: readonly Figure[] = [],
): Registry => {
  const registry = new Registry()
  for (const figure of figures) addFigure(registry, figure, app.log)
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

/** However often somebody asks, the database is asked once in so long. */
const KEPT_MS = 5_000
const READ_MS_MAX = 2_000

/** What cannot be read, such as while the database is away, is left out: the other figures are wanted most then. */
const addFigure = (registry: Registry, { name, help, labels = [], read }: Figure, log: FastifyBaseLogger) => {
  let known: { values: readonly Value[]; read_ms: number } | undefined
  let reading: Promise<readonly Value[]> | undefined
  const leaveOut = (error: unknown): readonly Value[] => {
    log.warn({ err: error, figure: name }, 'a figure could not be read')
    return []
  }
  const keep = (values: readonly Value[]) => {
    known = { values, read_ms: performance.now() }
    return values
  }
  // One that hangs holds a connection: whoever asks meanwhile waits for the same one.
  const readAgain = () => {
    reading ??= read()
      .catch(leaveOut)
      .then(keep)
      .finally(() => {
        reading = undefined
      })
    return inTime(reading).catch(leaveOut)
  }
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: async () => {
      const fresh = known && performance.now() - known.read_ms < KEPT_MS
      const values = known && fresh ? known.values : await readAgain()
      gauge.reset()
      // A figure without labels stands at nought unless it is told.
      if (values.length === 0 && labels.length === 0) gauge.remove()
      for (const { labels: of = {}, value } of values) gauge.set(of, value)
    },
  })
}

const inTime = async <T>(reading: Promise<T>): Promise<T> => {
  const over = new AbortController()
  const late = sleep(READ_MS_MAX, undefined, { signal: over.signal, ref: false }).then((): never => {
    throw new Error(`It took more than ${READ_MS_MAX} ms.`)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    over.abort()
  }
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
