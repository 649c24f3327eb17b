import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { JobDefinition } from '../jobs/definition.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Fact } from './fact.ts'

/**
 * A room that wants to hear a fact, by a job of its own: with its own retries, and no other waits for it. With `cares`,
 * which must cost less than a job, it has one only where that is true. One that only passes the fact on says by which
 * expressions (`hear`). All of these are asked in one statement of the teller's transaction.
 */
export type Listener = Readonly<
  { fact: Fact } & (
    | { job: JobDefinition; cares?: RawBuilder<boolean> }
    | { hear: (payload: unknown) => readonly RawBuilder<unknown>[] }
  )
>

/** The job takes all of what the fact says, or a part of it. */
export const hears = <P extends z.ZodObject, J extends z.ZodObject>(
  fact: Fact<P>,
  job: z.output<P> extends z.input<J> ? JobDefinition<J> : never,
  cares?: RawBuilder<boolean>,
): Listener => ({ fact, job, ...(cares && { cares }) })

/** Hears a fact in the transaction in which it is told: what it asks must be short, and fail where the teller may. */
export const hearsAtOnce = <P extends z.ZodObject>(
  fact: Fact<P>,
  hear: (payload: z.output<P>) => readonly RawBuilder<unknown>[],
): Listener => ({ fact, hear: (payload) => hear(fact.payload.parse(payload)) })

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
  const listeners = named.get(fact) ?? []
  const asked = listeners.flatMap((one) => ('hear' in one ? one.hear(payload) : one.cares ? [one.cares] : []))
  const answers = await askAtOnce(tx, asked)
  for (const one of listeners) {
    if ('hear' in one || (one.cares && answers.get(one.cares) !== true)) continue
    await enqueue(tx, one.job, payload)
  }
}

const askAtOnce = async (tx: Tx, asked: readonly RawBuilder<unknown>[]) => {
  if (asked.length === 0) return new Map<RawBuilder<unknown>, unknown>()
  const columns = asked.map((one, at) => sql`${one} AS ${sql.ref(String(at))}`)
  const { rows } = await sql<Record<string, unknown>>`SELECT ${sql.join(columns)}`.execute(tx)
  return new Map(asked.map((one, at) => [one, rows[0]?.[at]]))
}
