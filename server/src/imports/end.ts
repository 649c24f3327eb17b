import type { Import } from '#contract/imports/shapes.ts'
import type { Caller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { holdImport } from './kept/find.ts'
import { requireMendable } from './kept/mendable.ts'
import { ENDED, moveImport } from './kept/move.ts'
import { tellImport } from './kept/tell.ts'
import { importJob } from './running/jobs.ts'

type By = { db: Db; caller: Caller; now: Date }

/** Begins to store what is good. Throws conflict `wrong_state`, `check_only` or `nothing_to_store`. */
export const storeImport = async (by: By, id: string): Promise<Import> => {
  const storing = await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    if (held.check_only) throw conflict('check_only', 'This file was sent to be checked only.')
    if (held.good + held.pending === 0) {
      throw conflict('nothing_to_store', 'There is no good document that is not stored yet.')
    }
    await enqueue(tx, importJob, { import_id: id }, { singleton_key: id })
    return moveImport(tx, held, { state: 'storing', now: by.now })
  })
  return tellImport(by.db, storing)
}

/** Ends the import where it is; its file goes. Throws conflict `wrong_state` when it has ended. */
export const cancelImport = async (by: By & { files: Files }, id: string): Promise<Import> => {
  const cancelled = await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    if (ENDED.includes(held.state)) throw conflict('wrong_state', 'This import has ended already.')
    return moveImport(tx, held, { state: 'cancelled', now: by.now })
  })
  await by.files.remove(cancelled.file_key)
  return tellImport(by.db, cancelled)
}
