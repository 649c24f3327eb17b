import { type Answer, badArgument, ok, type Request, readJsonObject } from '../calls/wire/answer.ts'

const OFFSET_MS_MAX = 10 * 365 * 86_400_000

/** `GET /_sim/clock`: the simulator's time and how far it is from the real one. */
export const readClock = ({ world }: Request): Answer =>
  ok({ now: new Date(world.now()).toISOString(), offset_ms: world.offset_ms })

/**
 * `POST /_sim/clock {advance_ms}`: moves the clock, forwards or (negative) backwards, by at most ten years in
 * all.
 */
export const moveClock = (request: Request): Answer => {
  const { world, body } = request
  const advance_ms = readJsonObject(body)?.advance_ms
  if (typeof advance_ms !== 'number' || !Number.isInteger(advance_ms)) {
    return badArgument('advance_ms', 'advance_ms must be a whole number of milliseconds')
  }
  const offset_ms = world.offset_ms + advance_ms
  if (Math.abs(offset_ms) > OFFSET_MS_MAX)
    return badArgument('advance_ms', 'The clock moves at most ten years')
  world.record({ kind: 'clock', offset_ms })
  return readClock(request)
}
