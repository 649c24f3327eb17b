import { type ComponentType, lazy, useSyncExternalStore } from 'react'

/** Long after the first sight, for whoever reads it and then loses the network. */
const UNASKED_MS = 10_000
const AGAIN_MS = 2_000
const AGAIN_MS_MAX = 60_000
/** What is missed more seldom was lost on the way. */
const MISSES_TOLD = 3

type Load<P> = () => Promise<ComponentType<P>>

const loads: (() => Promise<unknown>)[] = []

/**
 * A part that nobody sees before they do something. It is fetched once the pointer moves, a finger touches or a key is
 * pressed, so that it is there when it is wanted, and the first sight does not wait for it. Stands within a `Suspense`.
 */
export const later = <P extends object>(load: Load<P>) => {
  loads.push(load)
  return whenWanted(load)
}

/** The same of a part that few open: it is fetched when it is. */
export const whenWanted = <P extends object>(load: Load<P>) =>
  lazy(async () => ({ default: await untilLoaded(load) }))

/** Without a network it comes once there is one; the screen around it stays meanwhile, with all that was typed. */
const untilLoaded = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let turn = 1; ; turn += 1) {
    try {
      const part = await load()
      if (turn > MISSES_TOLD) count(-1)
      return part
    } catch {
      if (turn === MISSES_TOLD) count(1)
      const pause_ms = Math.min(AGAIN_MS * 2 ** (turn - 1), AGAIN_MS_MAX)
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { signal: AbortSignal.timeout(pause_ms) })
        setTimeout(resolve, pause_ms)
      })
    }
  }
}

/** How many parts are wanted and do not come. Where the server is reached, it has those of another version. */
let missing = 0
const listeners = new Set<() => void>()

const count = (by: 1 | -1) => {
  missing += by
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useMissing = () => useSyncExternalStore(watch, () => missing > 0)

/** Whether somebody did something, or looked at the first sight for a while: then what comes later is fetched. */
export const useBegun = () => useSyncExternalStore(watch, () => begun)
let begun = false

const fetchAll = () => {
  begun = true
  for (const listener of listeners) listener()
  // What fails now is asked for again when it is wanted.
  for (const load of loads.splice(0)) load().catch(() => undefined)
}

if (typeof window !== 'undefined') {
  for (const name of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(name, fetchAll, { once: true, capture: true })
  }
  window.addEventListener('load', () => setTimeout(fetchAll, UNASKED_MS), { once: true })
}
