import type { Log } from '../log/log.ts'
import { createApp } from './app.ts'
import { addHealth, type Probes } from './health.ts'
import { addMetrics, type Figure } from './metrics.ts'

type Settings = {
  log: Log
  probes: Probes
  warnings: Probes
  figures: readonly Figure[]
  metrics_token: string | undefined
}

/** What a process without the web role tells whoever looks after it, and nothing else. */
export const buildHealthApp = async ({ log, probes, warnings, figures, metrics_token }: Settings) => {
  const app = await createApp({ log, https: false, trusted_proxies: [] })
  addHealth(app, probes, warnings)
  addMetrics(app, metrics_token, figures)
  return app
}
