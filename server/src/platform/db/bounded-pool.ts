import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isOutdated, openNames } from './prepared.ts'
import { databaseTrouble, endsConnection } from './trouble.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/**
 * The pool as Kysely uses it: a query that gets no answer within `answer_ms_max` fails, and its connection is thrown
 * away (the server may carry it out all the same). Throws `unavailable` whenever the database is.
 */
export const boundedPool = (pool: pg.Pool, answer_ms_max: number | undefined): PostgresPool => {
  const means = { answer_ms_max, nameOf: openNames() }
  return {
    options: pool.options,
    connect: async () => bounded(await orTrouble(pool.connect()), means),
    end: () => pool.end(),
  }
}

type Means = { answer_ms_max: number | undefined; nameOf: ReturnType<typeof openNames> }

const bounded = (client: pg.PoolClient, { answer_ms_max, nameOf }: Means): PostgresPoolClient => {
  let released = false
  const release = (destroy?: boolean) => {
    if (released) return
    released = true
    client.release(destroy)
  }
  const query: Query = async (text, values) => {
    // Released in the midst of a query, a client breaks its connection, which ends the query.
    const late = answer_ms_max === undefined ? undefined : setTimeout(() => release(true), answer_ms_max)
    try {
      return await orTrouble(client.query({ name: nameOf(text), text, values: [...values] }))
    } catch (error) {
      // The pool learns of the socket's end a moment later, when it may have given the client to somebody else.
      if (endsConnection(error) || isOutdated(error)) release(true)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  // Without a cursor in its settings, which we do not give it, Kysely asks in no other form.
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

const orTrouble = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw databaseTrouble(error) ?? error
  }
}
