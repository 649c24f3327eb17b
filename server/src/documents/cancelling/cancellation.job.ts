import { type Db, inTransaction } from '../../platform/db/database.ts'
import { type Lease, withLease } from '../../platform/db/lease.ts'
import type { Engine, Secrets } from '../store/engine.ts'
import { lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'
import {
  ASK_AFTER_MS,
  adoptCancelled,
  answerCancellation,
  askCancellationLater,
  type CancellationRow,
  isOpen,
  readCancellation,
} from './cancellations.ts'

/** Nobody else asks for or about the cancellation of a document while this lease is held. */
export const cancelLease = (document_id: string) => `cancel ${document_id}`

const BUSY_PAUSE_MS = 10_000
const SILENT_PAUSE_MS = 60_000

/**
 * Finds out what became of a cancellation whose answer was lost, or whose process died: asks, never cancels. What the
 * authority still shows as valid after the last question did not arrive; a person may then ask for it again. While it
 * does not tell, nothing is decided, however long that lasts; people are told.
 */
export const resolveCancellation = async (engine: Engine, id: string): Promise<void> => {
  const known = await readCancellation(engine.db, id)
  if (!known || !isOpen(known)) return
  const lease = await withLease(engine.db, cancelLease(known.document_id), (held) =>
    resolve(engine, id, held),
  )
  const pause_ms = lease.busy ? BUSY_PAUSE_MS : lease.value
  if (pause_ms > 0) await inTransaction(engine.db, (tx) => askCancellationLater(tx, id, pause_ms))
}

/** Answers the pause (ms) before the next question; 0 when there is none. */
const resolve = async (engine: Engine, id: string, held: Lease): Promise<number> => {
  const open = await readCancellation(engine.db, id)
  if (!open || !isOpen(open)) return 0
  const secrets = await secretsFor(engine, open)
  const state = secrets ? await askAbout(engine, secrets, open) : 'unclear'
  if (state === 'cancelled') return 0
  if (state === 'unclear') {
    if (open.state === 'intent') {
      const answer = `${open.answer}\nNobody could tell what became of the cancellation.`
      await answerCancellation(engine.db, id, { state, answer, held }, engine.clock.now())
    }
    return SILENT_PAUSE_MS
  }
  const asked_count = await countAnswer(engine.db, open)
  const pause_ms = ASK_AFTER_MS[asked_count]
  if (pause_ms !== undefined) return pause_ms
  const answer = `${open.answer}\nLHDN still shows the document as valid: the cancellation did not arrive.`
  await answerCancellation(engine.db, id, { state: 'not_arrived', answer, held }, engine.clock.now())
  return 0
}

const secretsFor = async (engine: Engine, { document_id }: CancellationRow): Promise<Secrets | undefined> => {
  const document = await on(engine.db)
    .selectFrom('documents')
    .where('id', '=', document_id)
    .select(['sender_entity_id', 'environment'])
    .executeTakeFirstOrThrow()
  return engine.secrets(document.sender_entity_id, document.environment)
}

/** What the authority says of the document now; a cancelled one is cancelled here as well. */
export const askAbout = async (
  engine: Engine,
  secrets: Secrets,
  { document_id, sender_entity_id }: Pick<CancellationRow, 'document_id' | 'sender_entity_id'>,
): Promise<'cancelled' | 'not cancelled' | 'unclear'> => {
  const row = await on(engine.db)
    .selectFrom('documents')
    .where('id', '=', document_id)
    .select(['authority_uuid', 'status'])
    .executeTakeFirstOrThrow()
  if (row.status === 'User Cancelled') return 'cancelled'
  const answer = await engine.authority.details(secrets, row.authority_uuid ?? '')
  if (answer.kind !== 'answered' || answer.value.status === 'unknown') return 'unclear'
  if (answer.value.status !== 'cancelled') return 'not cancelled'
  const { status_reason } = answer.value
  await inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, { id: document_id, sender_entity_id })
    if (document?.status !== 'Validated') return
    await adoptCancelled(tx, document, { status_reason, now: engine.clock.now() })
  })
  return 'cancelled'
}

const countAnswer = async (db: Db, { id, asked_count }: CancellationRow): Promise<number> => {
  await inTransaction(db, (tx) =>
    on(tx)
      .updateTable('cancellations')
      .set({ asked_count: asked_count + 1 })
      .where('id', '=', id)
      .execute(),
  )
  return asked_count + 1
}
