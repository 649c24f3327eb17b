import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from '../../src/platform/db/database.ts'
import { pauseHere } from './tasks.ts'

type Connection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>

/**
 * The real database, except that another task may take over before a transaction begins. With `stale`, also
 * between its snapshot and its first statement: that widens to any length the instant in which a statement still
 * sees what another session has just changed. All of the transaction then sees the old state, which is harsher than
 * PostgreSQL's default: only for showing what the unique index is for.
 */
export const pausingDb = (pool: pg.Pool, stale: () => boolean): Db => {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => new PausingDriver(pool, stale),
    },
  })
}

class PausingDriver extends PostgresDriver {
  readonly #stale: () => boolean

  constructor(pool: pg.Pool, stale: () => boolean) {
    super({ pool })
    this.#stale = stale
  }

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    if (!this.#stale()) {
      await pauseHere('begin')
      return super.beginTransaction(connection, settings)
    }
    await super.beginTransaction(connection, { ...settings, isolationLevel: 'repeatable read' })
    await connection.executeQuery(CompiledQuery.raw('SELECT 1'))
    try {
      await pauseHere('snapshot')
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('ROLLBACK'))
      throw error
    }
  }
}
