import type { Engine } from '../documents/store/engine.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { readSetting } from '../settings/read.ts'
import { writeSetting } from '../settings/write.ts'
import { SPECIFICATIONS } from './documents.ts'
import { playHistory } from './history.ts'
import { simulatorClock, withSettings } from './simulator-clock.ts'

export type HistoryMeans = {
  db: Db
  log: Log
  simulator_url: string
  now: Date
  /** The product's engine on another clock. */
  engineOn(clock: Clock): Engine
}

/**
 * Plays the demo company's past once. A start that was interrupted in the middle is not played on: its documents
 * stay, and only the simulator's clock is put right.
 */
export const seedHistory = async (means: HistoryMeans): Promise<void> => {
  const { db, now } = means
  const state = await readSetting(db, 'demo.history')
  if (state === 'done') return
  const clock = await simulatorClock(means.simulator_url)
  try {
    if (state === 'none') await begin(means, clock)
  } finally {
    await clock.reset()
  }
  await writeSetting(db, { caller: undefined, key: 'demo.history', value: 'done', now })
}

const begin = async (means: HistoryMeans, simulator_clock: Awaited<ReturnType<typeof simulatorClock>>) => {
  const { db, simulator_url, now } = means
  await writeSetting(db, { caller: undefined, key: 'demo.history', value: 'begun', now })
  let at = now
  const past = {
    engine: means.engineOn({ now: () => at }),
    simulator_url,
    simulator_clock,
    now,
    moveTo: (instant: Date) => {
      at = instant
    },
  }
  // Eleven months in some seconds are more calls a minute than the limits allow.
  await withSettings(simulator_url, { rate_limits: false }, () => playHistory(past, SPECIFICATIONS))
}
