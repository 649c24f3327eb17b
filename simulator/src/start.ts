import { createApp } from './app.ts'
import { createKeys } from './certificates/issue.ts'
import { DEFAULT_SETTINGS } from './control/settings.ts'
import { openFileJournal, openMemoryJournal } from './world/journal.ts'
import type { Keys, Shape } from './world/records.ts'
import { createWorld } from './world/world.ts'

export type SimulatorOptions = {
  /** 0 (the default) takes a free port. */
  port?: number
  host?: string
  /** Folder of the journal; absent: nothing is kept. */
  data_dir?: string | undefined
  /** What the journal tells the operator; on stderr when absent. */
  say?: (sentence: string) => void
  validation_delay_ms?: number
  rate_limits?: boolean
  /** How answers look; recorded when absent. */
  shape?: Shape
  /** The keys of its certificates, for tests, which need none of their own; made anew when absent. */
  keys?: Keys
  /** The real clock in UTC ms; the control call's offset comes on top. */
  now?: () => number
}

/** A running simulator. `close` ends it at once, open connections included. */
export type Simulator = { url: string; close(): Promise<void> }

/** Starts a simulator in this process. Throws JournalFailure when its journal cannot be used. */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const { port = 0, host = '127.0.0.1', data_dir, now = Date.now } = options
  const journal =
    data_dir === undefined ? openMemoryJournal() : openFileJournal(data_dir, { say: options.say })
  const world = createWorld({
    journal,
    settings: {
      ...DEFAULT_SETTINGS,
      validation_delay_ms: options.validation_delay_ms ?? DEFAULT_SETTINGS.validation_delay_ms,
      rate_limits: options.rate_limits ?? DEFAULT_SETTINGS.rate_limits,
      shape: options.shape ?? DEFAULT_SETTINGS.shape,
    },
    now,
  })
  if (!world.keys) world.record({ kind: 'keys', keys: options.keys ?? createKeys(now()) })
  const app = createApp(world)
  const url = await app.listen({ port, host })
  return {
    url,
    close: async () => {
      await app.close()
      journal.close()
    },
  }
}
