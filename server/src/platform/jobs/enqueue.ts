import { fromKysely, PgBoss, type SendOptions } from 'pg-boss'
import type { z } from 'zod'
import { type Db, openTransaction, type Tx } from '../db/database.ts'
import type { JobDefinition } from './definition.ts'
import { SCHEMA } from './queues.ts'

export type EnqueueOptions = {
  /** With a policy other than standard: jobs of the same key exclude each other. */
  singleton_key?: string
  start_after_ms?: number
  start_at?: Date
  /** Higher runs first; 0 when absent. */
  priority?: number
}

/**
 * Adds a job in the caller's transaction: it exists exactly if that commits. Answers its id, or null when the
 * policy found one already there. Throws when the payload does not fit or the queue was never made.
 */
export const enqueue = async <P extends z.ZodObject>(
  tx: Tx,
  job: JobDefinition<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<string | null> => {
  const sender = senderFor(openTransaction().db)
  return sender.send(job.name, job.payload.parse(payload), {
    ...sendOptions(job, options),
    db: fromKysely(tx),
  })
}

/** One sender per database: it remembers the queues' settings, which it reads once in some transaction. */
const senderFor = (db: Db): PgBoss => {
  const known = senders.get(db)
  if (known) return known
  const executeSql: SqlRunner = (text, values) => fromKysely(openTransaction().tx).executeSql(text, values)
  const sender = new PgBoss({ schema: SCHEMA, db: { executeSql } })
  senders.set(db, sender)
  return sender
}

type SqlRunner = ReturnType<typeof fromKysely>['executeSql']
const senders = new WeakMap<Db, PgBoss>()

const sendOptions = (
  { policy }: JobDefinition,
  { singleton_key, start_after_ms, start_at, priority }: EnqueueOptions,
): SendOptions => {
  // A number is seconds from now by the database's clock.
  const start = start_at ?? (start_after_ms === undefined ? undefined : start_after_ms / 1000)
  return {
    ...(singleton_key !== undefined && { singletonKey: singleton_key }),
    ...(singleton_key !== undefined && policy === 'in-turn' && { group: { id: singleton_key } }),
    ...(start !== undefined && { startAfter: start }),
    ...(priority !== undefined && { priority }),
  }
}
