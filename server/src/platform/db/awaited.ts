import { AsyncLocalStorage } from 'node:async_hooks'
import { laterOf, type Position } from './position.ts'

/** What has to have arrived on each connection that the work of a read takes, and how long each is waited for. */
export type Awaited = { seen: Position; wait_ms: number }

const awaited = new AsyncLocalStorage<Awaited | undefined>()

/** What whoever asks waits for; undefined for nothing. */
export const awaitedHere = (): Awaited | undefined => awaited.getStore()

/** Does some work that waits for this. */
export const awaiting = <T>(wanted: Awaited | undefined, work: () => T): T => awaited.run(wanted, work)

/** What contains both, and as long as either waits. */
export const awaitedByBoth = (one: Awaited | undefined, other: Awaited | undefined): Awaited | undefined => {
  const seen = laterOf(one?.seen, other?.seen)
  if (seen === undefined) return undefined
  return { seen, wait_ms: Math.max(one?.wait_ms ?? 0, other?.wait_ms ?? 0) }
}
