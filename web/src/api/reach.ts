import { useSyncExternalStore } from 'react'

/** How it stands with the way to the server: `offline` is this device, `away` is all the rest of the way. */
export type Reach = 'reached' | 'offline' | 'away'

let reach: Reach = 'reached'
const listeners = new Set<() => void>()

const turn = (now: Reach) => {
  if (now === reach) return
  reach = now
  for (const listener of listeners) listener()
}

/** Answers of these without a name of ours come from something on the way that finds no server. */
const NO_SERVER = new Set([502, 503, 504])

/** A call was answered, by our server or by something before it. */
export const noteAnswer = ({ status, headers }: Response): void =>
  turn(NO_SERVER.has(status) && !headers.has('x-request-id') ? 'away' : 'reached')

/** A call got no answer. */
export const noteSilence = (): void => turn(navigator.onLine ? 'away' : 'offline')

const readReach = (): Reach => reach

/** Hears of every turn, and of what the device itself says. */
const watchReach = (listener: () => void) => {
  const onOffline = () => turn('offline')
  // Whether the server is there as well, the next call tells.
  const onOnline = () => turn('away')
  listeners.add(listener)
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

export const useReach = () => useSyncExternalStore(watchReach, readReach)
