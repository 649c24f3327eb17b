import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { SYSTEM, transition } from '../../server/src/documents/life/transition.ts'
import { lockForJob } from '../../server/src/documents/store/rows.ts'
import { on } from '../../server/src/documents/store/tables.ts'
import { type Db, inTransaction, type Tables } from '../../server/src/platform/db/database.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { time } from './sending.ts'

const STEPS_PER_ROUND = 40
const LONGER_MAX = 1.3

/** Steps of one document after the other, each in a transaction, with their links in the audit chain and without. */
export const benchSealing = async (stage: PipelineStage, rounds: number): Promise<Row> => {
  await stage.approve(1, 'single')
  const one = await on(stage.db)
    .selectFrom('documents')
    .where('lane', '=', 'single')
    .where('status', '=', 'Approved')
    .select(['id', 'sender_entity_id'])
    .executeTakeFirstOrThrow()
  const without = unsealed(stage.pool)
  for (const db of [stage.db, without]) await steps(db, one)
  const longer: number[] = []
  for (let round = 0; round < rounds; round++) {
    // In turn, so that whatever else the machine does hits both.
    const bare_ms = await time(() => steps(without, one))
    const ms = await time(() => steps(stage.db, one))
    longer.push(ms / bare_ms)
  }
  const median = longer.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return {
    name: 'a step of a document without its link in the audit chain, against with it',
    figure: `${median.toFixed(2)} times as long with it`,
    ratio: 1 / median,
    goal: 1 / LONGER_MAX,
    floor: 0.5,
  }
}

const steps = async (db: Db, one: { id: string; sender_entity_id: string }) => {
  const step = { actor: SYSTEM, why: 'Bench', now: new Date() }
  for (let at = 0; at < STEPS_PER_ROUND; at++) {
    await inTransaction(db, async (tx) => {
      const document = await lockForJob(tx, one)
      if (!document) throw new Error('The document is gone.')
      await transition(tx, document, { ...step, event: document.status === 'OnHold' ? 'release' : 'hold' })
    })
  }
}

/** The same database, on which nothing is sealed: the statement that does it is answered at once. */
const unsealed = (pool: pg.Pool): Db => {
  const nothing = { command: 'INSERT', rowCount: 0, rows: [] }
  const connect: PostgresPool['connect'] = async () => {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) =>
      text.includes('chain_heads') ? Promise.resolve(nothing) : client.query(text, values)
    // Kysely asks in no other form.
    return { query: query as never, release: () => client.release() }
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: async () => {} } }),
  })
}
