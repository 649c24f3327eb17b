import type { Clock } from '../clock/clock.ts'
import type { Probe } from '../http/health.ts'
import type { Log } from '../log/log.ts'

/** How long an answer holds, either way. */
export const KEPT_MS = 5_000

/**
 * The same probe, asked at most once in KEPT_MS however many ask, and never twice at a time: one that hangs is waited
 * for by all. Why a part stopped being ready is logged once; throwing counts as no.
 */
export const remembered = (part: string, probe: Probe, { clock, log }: { clock: Clock; log: Log }): Probe => {
  let known: { ready: boolean; at_ms: number } | undefined
  let asking: Promise<boolean> | undefined
  const ask = async (): Promise<boolean> => {
    const ready = await probe().catch((error) => {
      if (known?.ready !== false) log.warn({ err: error, part }, 'a part is not ready')
      return false
    })
    known = { ready, at_ms: clock.now().getTime() }
    return ready
  }
  return () => {
    // A clock that was set back must not make an answer last.
    const age_ms = known ? Math.abs(clock.now().getTime() - known.at_ms) : KEPT_MS
    if (known && age_ms < KEPT_MS) return Promise.resolve(known.ready)
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}
