import type { Db } from '../../platform/db/database.ts'
import { BATCH_DOCUMENTS_MAX } from './prepare.ts'
import { approved, batchSize, countWaiting, type Wanted } from './to-send.ts'

/** By entity and lane: how many documents the senders of this process will take that wait for their turn. */
const of_databases = new WeakMap<Db, Map<string, number>>()

/** So long what people approve waits for a call of an upload; turns are 0.6 s apart, and two calls may be silent. */
const RIDES_WITHIN_MS = 2_000

export type Share = {
  /** As many as the sender takes at most. */
  size: number
  /** How many wait for nobody, these included; counted up to one more than a full batch. */
  waiting: number
  /** The turn has come: who is approved from here on may have come too late for it. */
  due(): void
  /** What is taken can be told by the documents themselves. Any number of times. */
  release(): void
}

/**
 * What a sender waits for its turn at the authority for: documents for which no other one of this process does, or a
 * turn would come for nothing, of so few. Undefined when there are none. A number (ms) where the next call of an upload
 * will take them along: then there may be something to do when so long has passed. Other processes are not asked: what
 * they take meanwhile costs a turn, and nothing else.
 */
export const takeShare = async (db: Db, wanted: Wanted, now: Date): Promise<Share | number | undefined> => {
  const spoken = of_databases.get(db) ?? new Map<string, number>()
  of_databases.set(db, spoken)
  const key = `${wanted.sender_entity_id} ${wanted.lane}`
  const shares_calls = wanted.lane === 'bulk' || (await isBulkWaiting(db, wanted))
  const counted = await countWaiting(db, wanted, spoken.get(key) ?? 0)
  const waiting = counted.n - (spoken.get(key) ?? 0)
  if (waiting <= 0) return undefined
  if (shares_calls && wanted.lane === 'single' && waiting < BATCH_DOCUMENTS_MAX) {
    // Of either sign: the clock of who approved may be ahead of this one, by however much.
    const waits_ms = Math.abs(now.getTime() - (counted.oldest ?? now).getTime())
    const rides_ms = RIDES_WITHIN_MS - waits_ms
    if (rides_ms > 0) return rides_ms
  }
  const size = shares_calls ? BATCH_DOCUMENTS_MAX : batchSize(waiting)
  let mine = 0
  const speakFor = (documents: number) => {
    spoken.set(key, (spoken.get(key) ?? 0) + documents - mine)
    mine = documents
  }
  speakFor(size)
  return {
    size,
    waiting,
    due: () => speakFor(Math.min(size, waiting)),
    release: () => speakFor(0),
  }
}

/** Whether an upload waits for the same turns: then a call with one document costs it a hundred. */
const isBulkWaiting = async (db: Db, { sender_entity_id }: Wanted): Promise<boolean> => {
  const one = approved(db, { sender_entity_id, lane: 'bulk' }).select('documents.id').limit(1)
  return (await one.executeTakeFirst()) !== undefined
}
