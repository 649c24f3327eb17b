import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { JobDefinition } from '../jobs/definition.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Fact } from './fact.ts'

/**
 * A room that wants to hear a fact, by a job of its own: with its own retries, and no other waits for it. With `cares`
 * it is asked each time first, in the teller's transaction, and that must cost less than a job.
 */
export type Listener = Readonly<{ fact: Fact; job: JobDefinition; cares?: (tx: Tx) => Promise<boolean> }>

export const hears = <P extends z.ZodObject>(
  fact: Fact<P>,
  job: JobDefinition<P>,
  cares?: Listener['cares'],
): Listener => ({ fact, job, ...(cares && { cares }) })

let named: ReadonlyMap<Fact, readonly Listener[]> | undefined

/** Says who listens, once in each process; whoever is added later hears what is told from then on. */
export const nameListeners = (listeners: readonly Listener[]): void => {
  named = Map.groupBy(listeners, ({ fact }) => fact)
}

/**
 * Tells what happened, in the transaction in which it does: each listener has its job exactly if that commits. A fact
 * to which nobody listens costs nothing. Throws when the payload does not fit, or the process named no listeners.
 */
export const tell = async <P extends z.ZodObject>(
  tx: Tx,
  fact: Fact<P>,
  payload: z.input<P>,
): Promise<void> => {
  if (!named) throw new Error(`${fact.name}: this process has not said who listens.`)
  for (const { job, cares } of named.get(fact) ?? [])
    if (!cares || (await cares(tx))) await enqueue(tx, job, payload)
}
