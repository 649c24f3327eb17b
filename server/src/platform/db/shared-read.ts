import { settledOrLate } from './asked-together.ts'
import { type Awaited, awaitedByBoth, awaitedHere, awaiting } from './awaited.ts'
import type { Db } from './database.ts'

type Next<V> = { found: Promise<V>; awaited: Awaited | undefined }
type Line<V> = { under_way: Promise<void>; next: Next<V> | undefined }

/**
 * One read of what many ask for at the same moment, as screens do that hear the same news: while one is under way,
 * whoever asks waits for the next, and all of them share it. So nobody gets an answer that is older than their
 * question, and nothing is kept; of what they await (`standby.ts`) it contains the latest. `key` is all that the answer
 * depends on; what is answered nobody may change.
 */
export const sharedReads = <V>() => {
  const of_databases = new WeakMap<Db, Map<string, Line<V>>>()
  return (db: Db, key: string, read: () => Promise<V>): Promise<V> => {
    const lines = of_databases.get(db) ?? new Map<string, Line<V>>()
    of_databases.set(db, lines)
    const begin = (line: Line<V>) => {
      const found = read()
      line.under_way = settledOrLate(found)
      line.under_way.then(() => {
        if (!line.next) lines.delete(key)
      })
      return found
    }
    const line = lines.get(key)
    if (!line) {
      const first: Line<V> = { under_way: Promise.resolve(), next: undefined }
      lines.set(key, first)
      return begin(first)
    }
    line.next ??= nextOf(line, () => begin(line))
    line.next.awaited = awaitedByBoth(line.next.awaited, awaitedHere())
    return line.next.found
  }
}

const nextOf = <V>(line: Line<V>, begin: () => Promise<V>): Next<V> => {
  const next: Next<V> = {
    awaited: undefined,
    found: line.under_way.then(() => {
      // From here on whoever comes belongs to the one after.
      line.next = undefined
      return awaiting(next.awaited, begin)
    }),
  }
  return next
}
