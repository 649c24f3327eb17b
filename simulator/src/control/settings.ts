import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/wire/answer.ts'
import { isLimited } from '../calls/wire/rate-limits.ts'
import { ANSWER_SHAPES, type Settings } from '../world/records.ts'

const DURATION_MS_MAX = 86_400_000
const DURATIONS = ['validation_delay_ms', 'search_lag_ms', 'lookup_lag_ms'] as const

export const DEFAULT_SETTINGS: Settings = {
  validation_delay_ms: 1500,
  rate_limits: false,
  search_lag_ms: 0,
  lookup_lag_ms: 0,
  shape: 'recorded',
  limits: {},
}

/** `GET /_sim/settings`. */
export const readSettings = ({ world }: Request): Answer => ok(world.settings)

/** `PUT /_sim/settings`: changes those that are named; durations up to a day. `limits` replaces all that were set. */
export const changeSettings = ({ world, body }: Request): Answer => {
  const fields = readJsonObject(body)
  if (!fields) return badArgument('body', 'The body must be a JSON object')
  const settings = { ...world.settings }
  for (const [name, value] of Object.entries(fields)) {
    const duration = DURATIONS.find((one) => one === name)
    const shape = ANSWER_SHAPES.find((one) => one === value)
    const limits = readLimits(value)
    if (duration && typeof value === 'number' && value >= 0 && value <= DURATION_MS_MAX) {
      settings[duration] = value
    } else if (name === 'rate_limits' && typeof value === 'boolean') settings.rate_limits = value
    else if (name === 'shape' && shape) settings.shape = shape
    else if (name === 'limits' && limits) settings.limits = limits
    else return badArgument(name.slice(0, 50), 'Unknown setting or bad value')
  }
  world.record({ kind: 'settings', settings })
  return ok(settings)
}

const LIMIT_MAX = 100_000

const readLimits = (value: unknown): Record<string, number> | undefined => {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined
  const limits = Object.entries(value).filter(
    (one): one is [string, number] =>
      isLimited(one[0]) && Number.isInteger(one[1]) && one[1] >= 1 && one[1] <= LIMIT_MAX,
  )
  return limits.length === Object.keys(value).length ? Object.fromEntries(limits) : undefined
}
