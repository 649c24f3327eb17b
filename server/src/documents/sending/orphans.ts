import { type Lease, withLease } from '../../platform/db/lease.ts'
import type { Engine } from '../store/engine.ts'
import { on } from '../store/tables.ts'
import { LOST, recordOutcome } from './outcome.ts'

export const leaseOf = (sender_entity_id: string, slot: string) => `send ${sender_entity_id} ${slot}`

/** Intents of senders that died: where the lease is free, nobody will store their outcome any more. */
export const recoverOrphans = async (engine: Engine): Promise<void> => {
  const slots = await on(engine.db)
    .selectFrom('submissions')
    .where('state', '=', 'intent')
    .select(['sender_entity_id', 'sender_slot'])
    .distinct()
    .orderBy('sender_entity_id')
    .orderBy('sender_slot')
    .execute()
  for (const { sender_entity_id, sender_slot } of slots) {
    await withLease(engine.db, leaseOf(sender_entity_id, sender_slot), (held) =>
      recoverSlot(engine, sender_entity_id, { slot: sender_slot, held }),
    )
  }
}

/** Only for the holder of the slot's lease: whatever is still intended there has no living sender. */
export const recoverSlot = async (
  engine: Engine,
  sender_entity_id: string,
  { slot, held }: { slot: string; held: Lease },
): Promise<void> => {
  const orphans = await on(engine.db)
    .selectFrom('submissions')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('sender_slot', '=', slot)
    .where('state', '=', 'intent')
    .orderBy('intended_at')
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of orphans) await recordOutcome(engine.db, { id, answer: LOST, held }, engine.clock.now())
}
