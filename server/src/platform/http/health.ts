import type { FastifyInstance } from 'fastify'

/** Answers whether one part is ready; throwing or taking over 2 s counts as no. */
export type Probe = () => Promise<boolean>
export type Probes = Readonly<Record<string, Probe>>

const PROBE_MS_MAX = 2_000

/**
 * `/livez`: 200 as long as the process answers at all, and asks nobody else: a database that is away is no reason to
 * start the process anew. `/healthz`: 200 when every part is ready, else 503. `/readyz`: the same, naming what is
 * missing, and of `warnings` what is wrong although this process can do its part.
 */
export const addHealth = (app: FastifyInstance, probes: Probes, warnings: Probes = {}): void => {
  app.get('/livez', async () => ({ status: 'alive' }))
  app.get('/healthz', async (_request, reply) => {
    const ready = (await missing(probes)).length === 0
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' })
  })
  app.get('/readyz', async (_request, reply) => {
    const [lacking, warned] = await Promise.all([missing(probes), missing(warnings)])
    const ready = lacking.length === 0
    const status = ready ? 'ready' : 'not ready'
    return reply.code(ready ? 200 : 503).send({ status, missing: lacking, warnings: warned })
  })
}

const missing = async (probes: Probes): Promise<string[]> => {
  const results = await Promise.all(
    Object.entries(probes).map(async ([part, probe]) => ({ part, ready: await answersYes(probe) })),
  )
  return results.filter((result) => !result.ready).map((result) => result.part)
}

const answersYes = async (probe: Probe): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MS_MAX)
  })
  try {
    return await Promise.race([probe().catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
