import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/answer.ts'
import type { Settings } from '../world/records.ts'

const DURATION_MS_MAX = 86_400_000
const DURATIONS = ['validation_delay_ms', 'search_lag_ms', 'lookup_lag_ms'] as const

export const DEFAULT_SETTINGS: Settings = {
  validation_delay_ms: 1500,
  rate_limits: false,
  search_lag_ms: 0,
  lookup_lag_ms: 0,
}

/** `GET /_sim/settings`. */
export const readSettings = ({ world }: Request): Answer => ok(world.settings)

/** `PUT /_sim/settings`: changes those that are named; durations up to a day. */
export const changeSettings = ({ world, body }: Request): Answer => {
  const fields = readJsonObject(body)
  if (!fields) return badArgument('body', 'The body must be a JSON object')
  const settings = { ...world.settings }
  for (const [name, value] of Object.entries(fields)) {
    const duration = DURATIONS.find((one) => one === name)
    if (duration && typeof value === 'number' && value >= 0 && value <= DURATION_MS_MAX) {
      settings[duration] = value
    } else if (name === 'rate_limits' && typeof value === 'boolean') settings.rate_limits = value
    else return badArgument(name.slice(0, 50), 'Unknown setting or bad value')
  }
  world.record({ kind: 'settings', settings })
  return ok(settings)
}
