import type { KindKey } from '#domain/notifications/kinds.ts'
import { anyImport } from '../../imports/kept/find.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { anyRun } from '../../reports/find.ts'
import { takeTurnToKeep } from '../notices/keep.ts'
import { newsEndsAt } from '../notices/retention.ts'
import { keepAndGather } from './keep-and-gather.ts'

/** Something that somebody asked for and that has come to its end. */
type Finished = {
  kind: KindKey
  id: string
  user_id: string
  label: string
  outcome: string
  at: Date
}

/**
 * Tells one person that something of theirs is finished, each time that it is: a report is made anew, a file is sent
 * again. Heard again it changes nothing.
 */
const tellFinished = async (tx: Tx, { kind, id, at, ...finished }: Finished): Promise<void> => {
  await takeTurnToKeep(tx)
  const origin = `${finished.outcome} ${at.toISOString()}`
  const news = { subject: id, topic: id, origin, began_at: at, ends_at: newsEndsAt(at) }
  await keepAndGather(tx, { subjects: [id], kinds: [kind], wanted: [{ ...finished, ...news, kind }] })
}

/** Hears that a file was worked off. What a person ended, and what a program sent in, is told to nobody. */
export const hearImport = ({ db }: { db: Db }, { import_id }: { import_id: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const found = await anyImport(tx, import_id)
    if (found?.maker_kind !== 'user' || found.state === 'cancelled') return
    const { id, maker_id: user_id, file_name: label, state: outcome, finished_at } = found
    const at = finished_at ?? found.modified_at
    await tellFinished(tx, { kind: 'import_finished', id, user_id, label, outcome, at })
  })

/** Hears that a report is made, or could not be; that there was nothing to report is told to nobody. */
export const hearReport = ({ db }: { db: Db }, { run_id }: { run_id: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const found = await anyRun(tx, run_id)
    if (found?.state !== 'done' && found?.state !== 'failed') return
    const { id, user_id, name: label, state: outcome, finished_at, modified_at } = found
    const at = finished_at ?? modified_at
    await tellFinished(tx, { kind: 'report_finished', id, user_id, label, outcome, at })
  })
