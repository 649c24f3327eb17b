import type { Db } from './database.ts'

/** An answer that takes longer holds up nobody but those who wait for it, ms. */
const ANSWER_MS = 100

type Found<V> = ReadonlyMap<string, V>
type Line<V> = { under_way: Promise<void>; next: { keys: Set<string>; found: Promise<Found<V>> } | undefined }

/**
 * A read by key that many ask for at the same moment: while one is under way, whoever asks waits for the next, which
 * asks the database for all of them at once. So nobody gets an answer that is older than their question, and nothing is
 * kept. `read` leaves out what is not there; what it finds is shared, and nobody may change it.
 */
export const askedTogether = <V>(read: (db: Db, keys: readonly string[]) => Promise<Found<V>>) => {
  const lines = new WeakMap<Db, Line<V>>()
  const next = async (db: Db, line: Line<V>, keys: ReadonlySet<string>) => {
    await line.under_way
    // From here on whoever comes belongs to the one after.
    line.next = undefined
    const found = read(db, [...keys])
    line.under_way = settledOrLate(found)
    return found
  }
  return async (db: Db, key: string): Promise<V | undefined> => {
    const line = lines.get(db) ?? { under_way: Promise.resolve(), next: undefined }
    lines.set(db, line)
    if (!line.next) {
      const keys = new Set<string>()
      line.next = { keys, found: next(db, line, keys) }
    }
    line.next.keys.add(key)
    return (await line.next.found).get(key)
  }
}

/** When an answer has come, or has failed, or takes so long that nobody else is to wait for it. */
export const settledOrLate = (found: Promise<unknown>) =>
  new Promise<void>((resolve) => {
    const late = setTimeout(resolve, ANSWER_MS)
    const done = () => {
      clearTimeout(late)
      resolve()
    }
    found.then(done, done)
  })
