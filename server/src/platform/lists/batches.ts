/** The rows after this one, in a fixed order, at most `limit`; the first ones without. */
export type Next<Row> = (after: Row | undefined, limit: number) => Promise<Row[]>

const BATCH_ROWS = 1_000

/** All rows, so many at a time, while somebody takes them. */
export async function* batchesOf<Row>(next: Next<Row>, batch_rows = BATCH_ROWS) {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last, batch_rows)
    if (rows.length > 0) yield rows
    if (rows.length < batch_rows) return
    last = rows.at(-1)
  }
}
