import { useSyncExternalStore } from 'react'

export type RecentError = { id: number; at: Date; message: string }

const ERRORS_MAX = 20

let errors: readonly RecentError[] = []
let last = 0
const listeners = new Set<() => void>()

/** Keeps an error readable after its toast is gone; the newest first, at most 20. */
export const keepError = (message: string) => {
  last += 1
  replace([{ id: last, at: new Date(), message }, ...errors].slice(0, ERRORS_MAX))
}

export const forgetErrors = () => replace([])

const readErrors = () => errors

export const useRecentErrors = () => useSyncExternalStore(subscribe, readErrors)

const replace = (changed: readonly RecentError[]) => {
  errors = changed
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
