import { useSyncExternalStore } from 'react'

let sent: number | undefined
const listeners = new Set<() => void>()

/**
 * How many are sent again so far by the walk that is under way; undefined once there is none. It goes on whatever
 * screen is shown meanwhile, and a second one would send what failed again behind the first.
 */
export const tellWalk = (now: number | undefined): void => {
  sent = now
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useWalk = () => useSyncExternalStore(watch, () => sent)
