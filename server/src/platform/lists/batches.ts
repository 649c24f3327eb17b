import { AsyncLocalStorage } from 'node:async_hooks'

/** The rows after this one, in a fixed order, at most `limit`; the first ones without. */
export type Next<Row> = (after: Row | undefined, limit: number) => Promise<Row[]>

const BATCH_ROWS = 1_000

/**
 * All rows, so many at a time, while somebody takes them; the next ones are read meanwhile. All are read on behalf of
 * whoever calls this, and so contain what they have seen (`db/awaited.ts`), whoever takes them later.
 */
export const batchesOf = <Row>(next: Next<Row>, batch_rows = BATCH_ROWS) =>
  inBatches(AsyncLocalStorage.bind(next), batch_rows)

async function* inBatches<Row>(next: Next<Row>, batch_rows: number) {
  let coming = next(undefined, batch_rows)
  for (;;) {
    const rows = await coming
    const is_last = rows.length < batch_rows
    if (!is_last) {
      coming = next(rows.at(-1), batch_rows)
      // Whoever asks for them hears of it.
      coming.catch(() => {})
    }
    if (rows.length > 0) yield rows
    if (is_last) return
  }
}
