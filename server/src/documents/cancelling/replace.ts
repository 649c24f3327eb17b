import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import { conflict, ProblemError } from '#domain/problems.ts'
import { requireMay } from '../../access/allowed.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Engine } from '../store/engine.ts'
import { actorOf, type DocumentRow, lockDocument, readDocument, subjectOf } from '../store/rows.ts'
import { cancelAtAuthority, type Intended, underLease, type Wanted } from './cancel.ts'
import { intendCancellation } from './cancellations.ts'
import { demandNoNote } from './noted.ts'
import { noteReplacement } from './successor.ts'

/** Asks for the cancellation of the original in the transaction that stores what replaces it. */
export type Replace = (tx: Tx, successor: DocumentRow) => Promise<void>

/** `pending`: why the original is not cancelled, or not yet; undefined once it is. */
export type Replaced<T> = { saved: T; pending: string | undefined }

/** The successor is stored by then, and the sweep asks what became of the cancellation. */
const FAULT = 'Lulus could not finish asking LHDN for the cancellation, and finds out what became of it.'

/**
 * Stores a document that replaces a valid one, and cancels that: `save` calls `replace` in its transaction, so both are
 * stored or neither; then the authority is asked. Until it has cancelled the original, the successor waits
 * (`awaits_cancellation`); where it refuses, the successor is rejected. Throws as `cancelDocument` does before anything
 * is stored, conflict `note_first` where a note of ours refers to the original, and what `save` throws.
 */
export const replaceDocument = async <T>(
  { engine, caller }: { engine: Engine; caller: Caller },
  wanted: Wanted,
  save: (replace: Replace) => Promise<T>,
): Promise<Replaced<T>> => {
  const row = await readDocument(engine.db, caller, wanted.uuid)
  requireMay(may(caller, 'correct', subjectOf(row), engine.clock.now()))
  return underLease(engine, row, async ({ settled, ...access }) => {
    if (settled) throw conflict('wrong_status', `${row.invoice_number} is cancelled already. Copy it as new.`)
    let intended: Intended | undefined
    const saved = await save(async (tx, successor) => {
      await access.held.demandIn(tx)
      intended = await intend({ engine, caller, tx }, wanted, successor)
    })
    // Nothing was asked for where the call had stored its document before.
    const asked = intended as Intended | undefined // assigned in the callback, which the compiler does not follow
    if (!asked) return { saved, pending: undefined }
    try {
      await cancelAtAuthority(engine, access, asked)
      return { saved, pending: undefined }
    } catch (error) {
      if (error instanceof ProblemError) return { saved, pending: error.message }
      engine.log.error(
        { err: error },
        'a document that replaces another one is stored, its cancellation unclear',
      )
      return { saved, pending: FAULT }
    }
  })
}

const intend = async (
  { engine, caller, tx }: { engine: Engine; caller: Caller; tx: Tx },
  { uuid, reason }: Wanted,
  successor: DocumentRow,
): Promise<Intended> => {
  const document = await lockDocument(tx, caller, uuid)
  const by = { reason, actor: actorOf(caller), now: engine.clock.now() }
  requireMay(may(caller, 'correct', subjectOf(document), by.now))
  await demandNoNote(tx, caller, document)
  await noteReplacement(tx, document, { ...by, successor })
  return { document, intent: await intendCancellation(tx, document, by) }
}
