import type { Db } from './database.ts'

/**
 * What is read again and again and changes seldom: asked of each database at most once in `ms_max`, so that other
 * processes learn of a change after that time. `forget`, after a change: the next read of this process asks, as it does
 * `after` a change, whatever became of it. What else `read` takes is taken of whoever asks first.
 */
export const rememberedRead = <T, A extends readonly unknown[] = []>(
  read: (db: Db, ...rest: A) => Promise<T>,
  ms_max: number,
  now_ms = () => performance.now(),
) => {
  const remembered = new WeakMap<Db, { read_ms: number; value: Promise<T> }>()
  const forget = (db: Db): void => {
    remembered.delete(db)
  }
  const current = (db: Db, ...rest: A): Promise<T> => {
    const known = remembered.get(db)
    if (known && now_ms() - known.read_ms < ms_max) return known.value
    const value = read(db, ...rest)
    remembered.set(db, { read_ms: now_ms(), value })
    // A failed read is not worth remembering; the caller who awaits it gets the error.
    value.catch(() => forget(db))
    return value
  }
  const after = async <R>(db: Db, change: Promise<R>): Promise<R> => {
    try {
      return await change
    } finally {
      forget(db)
    }
  }
  return { current, forget, after }
}
