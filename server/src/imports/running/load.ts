import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Judge } from '../judging/judge-batch.ts'
import { moveImport } from '../kept/move.ts'
import { Superseded } from '../kept/superseded.ts'
import { type ImportRecord, on } from '../kept/tables.ts'
import { rowsOf } from '../reading/rows-of.ts'
import { type Gathered, gatherBatch } from './gather-batch.ts'
import { judgeGathered, loadBatch, storesItself, type Writing } from './load-batch.ts'

export type Means = { db: Db; files: Files; clock: { now(): Date } }

/**
 * Reads the file of an import into its rows, behind those that are there already, until all of it is or `isOver` says
 * that it is enough for now. Each batch is one transaction: a killed run loses nothing and writes nothing twice.
 */
export const load = async (
  { db, files, clock, judge }: Means & { judge: Judge },
  started: ImportRecord,
  isOver: () => boolean,
): Promise<void> => {
  if (started.rows === 0) await clearRows(db, started.id, (tx) => demandUnbegun(tx, started))
  const file = await files.get(started.file_key)
  if (!file) {
    const lost = { state: 'failed', now: clock.now(), fault: LOST } as const
    await inTransaction(db, (tx) => moveImport(tx, started, lost))
    return
  }
  try {
    const gathering = gatherBatch(started)
    const begun: Writing = { inserted: Promise.resolve(), loaded: Promise.resolve(started) }
    let [third, second, last] = [begun, begun, begun]
    // The next rows are read and judged while three batches at most are written, the documents of two inserted.
    const write = async (gathered: Gathered) => {
      const by = { ...judge, now: clock.now() }
      const judged = await judgeGathered(by, started, gathered)
      await Promise.all([third.loaded, second.inserted])
      ;[third, second, last] = [second, last, loadBatch(by, last, judged)]
    }
    for await (const rows of await rowsOf(started, file.content)) {
      for (const row of rows) {
        if (row.row <= started.done_to) continue
        gathering.add(row)
        if (!gathering.isFull()) continue
        await write(gathering.take({ at_end: false }))
        if (isOver()) return void (await last.loaded)
      }
    }
    const rest = gathering.take({ at_end: true })
    if (rest.rows.length > 0) await write(rest)
    const one = await last.loaded
    const state = storesItself(one) ? 'storing' : 'checking'
    await inTransaction(db, (tx) => moveImport(tx, one, { state, now: clock.now() }))
  } finally {
    file.content.destroy()
  }
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
