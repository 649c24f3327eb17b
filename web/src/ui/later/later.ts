import { type ComponentType, lazy } from 'react'

/** Long after the first sight, for whoever reads it and then loses the network. */
const UNASKED_MS = 10_000
const AGAIN_MS = 2_000

const loads: (() => Promise<unknown>)[] = []

/**
 * A part that nobody sees before they do something. It is fetched once the pointer moves, a finger touches or a key is
 * pressed, so that it is there when it is wanted, and the first sight does not wait for it. Stands within a `Suspense`.
 */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  loads.push(load)
  return lazy(async () => ({ default: await untilLoaded(load) }))
}

/** Without a network it comes once there is one; the screen around it stays meanwhile, with all that was typed. */
const untilLoaded = async <T>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true })
        setTimeout(resolve, AGAIN_MS)
      })
    }
  }
}

const fetchAll = () => {
  // What fails now is asked for again when it is wanted.
  for (const load of loads.splice(0)) load().catch(() => undefined)
}

if (typeof window !== 'undefined') {
  for (const name of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(name, fetchAll, { once: true, capture: true })
  }
  window.addEventListener('load', () => setTimeout(fetchAll, UNASKED_MS), { once: true })
}
