import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Db } from './database.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

/**
 * A pool whose statements are carried out in `other` where the pool has no connection, and where one fails for what
 * `passes` says is the pool's fault. Each by itself and perhaps twice: so they only read, and in no transaction.
 */
export const otherwiseIn = (
  other: Db,
  { pool, passes }: { pool: PostgresPool; passes: (error: unknown) => boolean },
): PostgresPool => {
  const there: Query = (text, values) => other.executeQuery(CompiledQuery.raw(text, [...values]))
  const either = async <T>(here: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> => {
    try {
      return await here()
    } catch (error) {
      if (!passes(error)) throw error
      return otherwise()
    }
  }
  return {
    ...pool,
    connect: async () => {
      const client = await either<PostgresPoolClient | undefined>(
        () => pool.connect(),
        () => undefined,
      )
      const query: Query = async (text, values) => {
        if (/^(?:begin|start transaction)\b/.test(text))
          throw new Error('No transaction here: it only reads.')
        if (!client) return there(text, values)
        return either<{ rows: unknown[] }>(
          () => client.query(text, values),
          () => there(text, values),
        )
      }
      // Kysely looks at the rows of a read, and at nothing else.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client?.release(destroy),
      } as PostgresPoolClient
    },
  }
}
