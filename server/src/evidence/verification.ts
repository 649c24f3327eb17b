import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { chain, VerificationRun } from '#contract/logs/chain.ts'
import { type Caller, callerName } from '#domain/access/caller.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { told } from './chains.ts'
import { verifyJob } from './jobs.ts'
import { insertRun, type RunRow, readLastEnded, readLastRun, readLastVerdict } from './runs.ts'
import type { Verdict } from './verify.ts'

/** Begins a verification of all chains; while one is under way, answers that one. Without a caller it is Lulus's. */
export const beginVerification = async ({
  db,
  caller,
  now,
}: {
  db: Db
  caller: Caller | undefined
  now: Date
}): Promise<VerificationRun> => {
  await inTransaction(db, async (tx) => {
    const run_id = await insertRun(tx, { begun_at: now, begun_by: callerName(caller) })
    if (run_id !== undefined) await enqueue(tx, verifyJob, { run_id })
  })
  const { run } = await readVerification({ db })
  if (!run) throw new Error('A verification that was begun is there.')
  return run
}

/** The verification that was begun last, how far it is, and what came of it. */
export const readVerification = async ({ db }: { db: Db }): Promise<Output<typeof chain.verification>> => {
  const row = await readLastRun(db)
  return { run: row ? await inAnswer(db, row) : null }
}

/** How the verification that ended last came out, whatever was begun since; undefined before the first has ended. */
export const lastOutcome = async (
  db: Db,
): Promise<{ ended_at: Date; outcome: 'intact' | 'not_intact' | 'broken_off' } | undefined> => {
  const row = await readLastEnded(db)
  if (!row?.ended_at) return undefined
  const outcome = row.verdict === null ? 'broken_off' : row.verdict.intact ? 'intact' : 'not_intact'
  return { ended_at: row.ended_at, outcome }
}

/**
 * What somebody must look at: a chain that is not intact, until a verification finds it so, or else that the last
 * verification broke off. Undefined while neither is so.
 */
export const chainTrouble = async (
  handle: Db | Tx,
): Promise<{ run_id: string; at: Date; outcome: 'not_intact' | 'broken_off' } | undefined> => {
  const [judged, last] = [await readLastVerdict(handle), await readLastEnded(handle)]
  if (judged?.ended_at && judged.verdict?.intact === false)
    return { run_id: judged.id, at: judged.ended_at, outcome: 'not_intact' }
  if (!last?.ended_at || last.verdict !== null) return undefined
  return { run_id: last.id, at: last.ended_at, outcome: 'broken_off' }
}

const inAnswer = async (db: Db, row: RunRow): Promise<VerificationRun> => ({
  state: row.state,
  begun_at: row.begun_at.toISOString(),
  begun_by: row.begun_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  records_done: Number(row.records_done),
  records_total: Number(row.records_total),
  verdict: row.verdict && (await named(db, row.verdict)),
})

/** With the name of the company, as it is now. */
const named = async (db: Db, { first_problem, ...verdict }: Verdict) => {
  if (!first_problem) return { ...verdict, first_problem }
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sender_entities WHERE id = ${first_problem.chain}::uuid`.execute(db)
  const problem = { ...first_problem, chain: told(first_problem.chain), name: rows[0]?.name ?? '' }
  return { ...verdict, first_problem: problem }
}
