import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Db, Tables } from '../../src/platform/db/database.ts'
import { pauseHere } from './tasks.ts'

type Habits = {
  /**
   * Another task may also take over between a transaction's snapshot and its first statement: that widens to any
   * length the instant in which a statement still sees what another session has just changed. All of the
   * transaction then sees the old state, which is harsher than PostgreSQL's default: only for showing what the
   * unique index is for.
   */
  stale: boolean
  /** Told whenever a transaction may have changed something. */
  committed(): void
}

/**
 * The real database, except that another task may take over before a transaction begins, and that no jobs are
 * stored: the simulation decides by the tables what runs. Thousands of seeds send the same few statements, so these
 * are prepared once per connection, and a transaction begins together with its first statement.
 */
export const pausingDb = (pool: pg.Pool, habits: Habits): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => new PausingDriver(pool, habits),
    },
  })

class PausingDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #habits: Habits

  constructor(pool: pg.Pool, habits: Habits) {
    this.#pool = pool
    this.#habits = habits
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(await this.#pool.connect())
  }

  async beginTransaction(session: Session): Promise<void> {
    if (!this.#habits.stale) {
      await pauseHere('begin')
      session.begin('BEGIN')
      return
    }
    session.begin('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await session.executeQuery({ sql: 'SELECT 1', parameters: [] })
    try {
      await pauseHere('snapshot')
    } catch (error) {
      await session.end('ROLLBACK')
      throw error
    }
  }

  async commitTransaction(session: Session): Promise<void> {
    if (await session.end('COMMIT')) this.#habits.committed()
  }

  async rollbackTransaction(session: Session): Promise<void> {
    await session.end('ROLLBACK')
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

const INSERTS_JOB = /INSERT INTO pgboss\.job/
/** Names of statements by their text; a connection prepares each when it first meets it. */
const names = new Map<string, string>()

/** One connection while it is in use. */
class Session implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #toBegin = ''
  #isOpen = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** The statement goes out with the next one: a transaction without any changes nothing. */
  begin(statement: string): void {
    this.#toBegin = statement
  }

  /** Answers whether there was something to end. Throws when a failed statement has undone what was to be kept. */
  async end(statement: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    this.#toBegin = ''
    if (!this.#isOpen) return false
    this.#isOpen = false
    const { command } = await this.#client.query(statement)
    if (command !== statement) throw new Error('A failed statement has undone the transaction.')
    return true
  }

  async executeQuery<R>({
    sql,
    parameters,
  }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    if (INSERTS_JOB.test(sql)) return { rows: [] }
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    const begun = this.#toBegin && this.#client.query(this.#toBegin)
    if (begun) this.#isOpen = true
    this.#toBegin = ''
    const asked = this.#client.query({ name, text: sql, values: [...parameters] })
    const [{ rows, rowCount }] = await Promise.all([asked, begun])
    // `as`: the type of the rows is what the caller's query says.
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('The engine reads no streams.')
  }

  release(): void {
    this.#client.release()
  }
}
