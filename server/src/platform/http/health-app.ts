import type { Log } from '../log/log.ts'
import { createApp } from './app.ts'
import { addHealth, type Probe } from './health.ts'
import { addMetrics } from './metrics.ts'

type Settings = { log: Log; probes: Readonly<Record<string, Probe>>; metrics_token: string | undefined }

/** What a process without the web role tells whoever looks after it, and nothing else. */
export const buildHealthApp = async ({ log, probes, metrics_token }: Settings) => {
  const app = await createApp({ log, https: false, trusted_proxies: [] })
  addHealth(app, probes)
  addMetrics(app, metrics_token)
  return app
}
