import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Row } from '#domain/imports/gather.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { charsOf, loadRows } from '../kept/load-rows.ts'
import { moveImport } from '../kept/move.ts'
import { Superseded } from '../kept/superseded.ts'
import { type ImportRecord, on } from '../kept/tables.ts'
import { openCsv } from '../reading/open-csv.ts'
import { openText } from '../reading/open-text.ts'
import { jsonRows } from '../reading/read-json.ts'

/** So many rows are written in one transaction: some tenths of a second. */
const ROWS_PER_BATCH = 2_000
const CHARS_PER_BATCH = 4_000_000
/** The longest file that the setting may allow; each has passed it when it came. */
const ROWS_MAX = 1_000_000

export type Means = { db: Db; files: Files; clock: { now(): Date } }

/**
 * Reads the file of an import into its rows, behind those that are there already, until all of it is or `isOver` says
 * that it is enough for now. Each batch is one transaction: a killed run loses nothing and writes nothing twice.
 */
export const load = async (means: Means, started: ImportRecord, isOver: () => boolean): Promise<void> => {
  const { db, files, clock } = means
  let one = started
  if (one.rows === 0) await clearRows(db, one.id, (tx) => demandUnbegun(tx, one))
  const file = await files.get(one.file_key)
  if (!file) {
    await inTransaction(db, (tx) => moveImport(tx, one, { state: 'failed', now: clock.now(), fault: LOST }))
    return
  }
  try {
    let batch: Row[] = []
    let chars = 0
    let writing = Promise.resolve(one)
    // The next rows are read while these are written.
    const write = async () => {
      const [rows, before] = [batch, await writing]
      batch = []
      chars = 0
      writing = inTransaction(db, (tx) => loadRows(tx, before, { rows, now: clock.now() }))
      // Whoever waits for it hears of it.
      writing.catch(() => {})
    }
    for await (const row of await rowsOf(one, file.content)) {
      if (row.row <= started.done_to) continue
      batch.push(row)
      chars += charsOf(row)
      if (batch.length < ROWS_PER_BATCH && chars < CHARS_PER_BATCH) continue
      await write()
      if (isOver()) return void (await writing)
    }
    if (batch.length > 0) await write()
    one = await writing
    const state = one.unattended && !one.check_only ? 'storing' : 'checking'
    await inTransaction(db, (tx) => moveImport(tx, one, { state, now: clock.now() }))
  } finally {
    file.content.destroy()
  }
}

const rowsOf = async ({ format }: ImportRecord, content: Readable): Promise<AsyncIterable<Row>> => {
  const { text } = await openText(content)
  return format === 'json' ? jsonRows(text, ROWS_MAX) : (await openCsv(text, ROWS_MAX)).rows
}

const LOST = 'The file of this import is gone. Please upload it again.'

const TABLES = ['import_rows', 'import_documents', 'import_faults', 'import_changes'] as const
const CLEARED_AT_ONCE = 10_000

/** Throws Superseded where another run has begun to load meanwhile: what it wrote must stay. */
const demandUnbegun = async (tx: Tx, one: ImportRecord) => {
  const held = await on(tx)
    .selectFrom('imports')
    .where('id', '=', one.id)
    .where('state', '=', 'loading')
    .where('rows', '=', 0)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new Superseded()
}

/** Throws away, in short transactions, what an import holds of its file; `demand` is asked in each of them. */
export const clearRows = async (
  db: Db,
  import_id: string,
  demand: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> => {
  for (const table of TABLES) {
    for (let gone = CLEARED_AT_ONCE; gone === CLEARED_AT_ONCE; ) {
      const { numAffectedRows } = await inTransaction(db, async (tx) => {
        await demand(tx)
        return sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${sql.table(table)} WHERE import_id = ${import_id} LIMIT ${CLEARED_AT_ONCE}))`.execute(
          tx,
        )
      })
      gone = Number(numAffectedRows)
    }
  }
}
