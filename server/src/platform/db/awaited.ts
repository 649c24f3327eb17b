import { AsyncLocalStorage } from 'node:async_hooks'
import { laterOf, type Position } from './position.ts'

/** What has to have arrived on each connection that the work of a read takes, and how long it waits for that. */
export type Awaited = { seen: Position; until_ms: number }

const awaited = new AsyncLocalStorage<Awaited | undefined>()

/** What whoever asks waits for; undefined for nothing. */
export const awaitedHere = (): Awaited | undefined => awaited.getStore()

/** Does some work that waits for this. */
export const awaiting = <T>(wanted: Awaited | undefined, work: () => T): T => awaited.run(wanted, work)

/** What contains both, and as long as either waits. */
export const awaitedByBoth = (one: Awaited | undefined, other: Awaited | undefined): Awaited | undefined => {
  const seen = laterOf(one?.seen, other?.seen)
  if (seen === undefined) return undefined
  return { seen, until_ms: Math.max(one?.until_ms ?? 0, other?.until_ms ?? 0) }
}
