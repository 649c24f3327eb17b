import { inTransaction } from '../../platform/db/database.ts'
import { SYSTEM, transition } from '../life/transition.ts'
import type { Engine } from '../store/engine.ts'
import { type DocumentRow, lockForJob } from '../store/rows.ts'
import { obstacleOf } from '../store/secrets.ts'
import { on } from '../store/tables.ts'
import { isHeldByPerson } from './hold.ts'

/** More than these wait for the next sweep. */
const RELEASED_AT_ONCE_MAX = 1_000

/** Something about a company's way to the authority has changed: what the server held of it goes on if it can. */
export const releaseHeld = async (engine: Engine, { sender_entity_id }: { sender_entity_id: string }) => {
  const held = await on(engine.db)
    .selectFrom('documents')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('status', '=', 'OnHold')
    .orderBy('modified_at')
    .orderBy('id')
    .select('id')
    .limit(RELEASED_AT_ONCE_MAX)
    .execute()
  await releaseWhenPossible(
    engine,
    sender_entity_id,
    held.map((row) => row.id),
  )
}

/** Lets held documents of one company go on when the cause is gone; what a person holds stays. */
export const releaseWhenPossible = async (
  engine: Engine,
  sender_entity_id: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0 || !(await canSend(engine, sender_entity_id))) return
  for (const id of ids) await release(engine, { id, sender_entity_id })
}

/** Whether the entity can send again: certificate in force, credentials taken, authority answering. */
const canSend = async (engine: Engine, sender_entity_id: string): Promise<boolean> => {
  const secrets = await engine.secrets(sender_entity_id)
  if (!secrets || obstacleOf(secrets, engine.clock.now()) !== undefined) return false
  return engine.authority.reach(secrets)
}

const release = (engine: Engine, held: Pick<DocumentRow, 'id' | 'sender_entity_id'>) =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, held)
    if (document?.status !== 'OnHold' || (await isHeldByPerson(tx, held.id))) return
    await transition(tx, document, { event: 'release', actor: SYSTEM, why: '', now: engine.clock.now() })
  })
