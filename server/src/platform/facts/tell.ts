import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { JobDefinition } from '../jobs/definition.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Fact } from './fact.ts'

/**
 * A room that wants to hear a fact, by a job of its own: with its own retries, and no other waits for it. With `cares`
 * it is asked each time first, in the teller's transaction, and that must cost less than a job. One that only passes
 * it on (`hear`) does so there as well, in one statement.
 */
export type Listener = Readonly<
  { fact: Fact } & (
    | { job: JobDefinition; cares?: (tx: Tx) => Promise<boolean> }
    | { hear: (tx: Tx, payload: unknown) => Promise<void> }
  )
>
type Caring = Extract<Listener, { job: unknown }>['cares']

/** The job takes all of what the fact says, or a part of it. */
export const hears = <P extends z.ZodObject, J extends z.ZodObject>(
  fact: Fact<P>,
  job: z.output<P> extends z.input<J> ? JobDefinition<J> : never,
  cares?: Caring,
): Listener => ({ fact, job, ...(cares && { cares }) })

/** Hears a fact within the transaction in which it is told: `hear` must be short, and fail where the teller may. */
export const hearsAtOnce = <P extends z.ZodObject>(
  fact: Fact<P>,
  hear: (tx: Tx, payload: z.output<P>) => Promise<void>,
): Listener => ({ fact, hear: (tx, payload) => hear(tx, fact.payload.parse(payload)) })

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
  for (const listener of named.get(fact) ?? [])
    if ('hear' in listener) await listener.hear(tx, payload)
    else if (!listener.cares || (await listener.cares(tx))) await enqueue(tx, listener.job, payload)
}
