import { useSyncExternalStore } from 'react'

/** A call that may not have arrived: what was to be done, in words, and how it is sent once more under its key. */
export type Unsent = { key: string; text: string; again: () => Promise<void> }

const UNSENT_MAX = 20

let unsent: readonly Unsent[] = []
const listeners = new Set<() => void>()

const replace = (now: readonly Unsent[]) => {
  unsent = now
  for (const listener of listeners) listener()
}

/** The oldest are forgotten beyond a limit: their forms still have what was typed. */
export const keepUnsent = (one: Unsent): void =>
  replace([...unsent.filter(({ key }) => key !== one.key), one].slice(-UNSENT_MAX))

export const dropUnsent = (key: string): void => {
  if (unsent.some((one) => one.key === key)) replace(unsent.filter((one) => one.key !== key))
}

export const forgetUnsent = (): void => replace([])

/**
 * Sends each once more, one after the other. What the server answers ends it; what did not get there again is kept
 * again, by whoever sends it.
 */
export const sendUnsent = async (): Promise<void> => {
  const all = unsent
  replace([])
  for (const { again } of all) await again()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUnsent = () => useSyncExternalStore(watch, () => unsent)
