import type { Db } from './database.ts'

const KEPT_MAX = 200
/** Of somebody with thousands of departments nothing is kept: it would be much, and be of little use. */
const KEY_LENGTH_MAX = 20_000

/** What is kept of a database by all that it was made of: so many of those which were asked for last. */
export const lastAsked = <V>(kept_max = KEPT_MAX) => {
  const of_databases = new WeakMap<Db, Map<string, V>>()
  const keptOf = (db: Db) => {
    const kept = of_databases.get(db) ?? new Map<string, V>()
    of_databases.set(db, kept)
    return kept
  }
  const set = (db: Db, key: string, value: V) => {
    const kept = keptOf(db)
    kept.delete(key)
    if (key.length <= KEY_LENGTH_MAX) kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > kept_max && oldest !== undefined) kept.delete(oldest)
  }
  const get = (db: Db, key: string): V | undefined => {
    const known = keptOf(db).get(key)
    if (known !== undefined) set(db, key, known)
    return known
  }
  return { get, set }
}
