import { settledOrLate } from './asked-together.ts'
import type { Db } from './database.ts'

type Line<V> = { under_way: Promise<void>; next: Promise<V> | undefined }

/**
 * One read of what many ask for at the same moment, as screens do that hear the same news: while one is under way,
 * whoever asks waits for the next, and all of them share it. So nobody gets an answer that is older than their
 * question, and nothing is kept. `key` is all that the answer depends on; what is answered nobody may change.
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
    line.next ??= line.under_way.then(() => {
      // From here on whoever comes belongs to the one after.
      line.next = undefined
      return begin(line)
    })
    return line.next
  }
}
