import { DAY_MS } from '../time/units.ts'

const FIRST_MS = 60_000
const JITTER_MAX = 0.2

/** So often an event is tried; the pauses between add up to about three days. */
export const TRIES_MAX = 13

/**
 * How long to wait after this try, counted from 1, in ms: a minute, and each time twice as long, and up to a fifth
 * more, so that what failed together does not come back together. `random` from 0 to below 1. Undefined after the last.
 */
export const pauseAfter = (tries: number, random: number): number | undefined =>
  tries >= TRIES_MAX ? undefined : Math.round(FIRST_MS * 2 ** (tries - 1) * (1 + JITTER_MAX * random))

/** A webhook that has only failed for so long is switched off. */
export const FAILING_MS_MAX = 5 * DAY_MS

/** Events are kept for so long, and can be sent again. */
export const KEPT_MS = 30 * DAY_MS
