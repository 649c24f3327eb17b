import { useSyncExternalStore } from 'react'

let following = false
const listeners = new Set<() => void>()

export const setFollowing = (now: boolean): void => {
  if (now === following) return
  following = now
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether this tab hears at once of what changes; otherwise who waits for something asks by itself. */
export const useFollowing = () => useSyncExternalStore(watch, () => following)
