import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { ProblemError } from '#domain/problems.ts'
import { startSimulator } from '../../../simulator/src/start.ts'
import { on } from '../../src/documents/store/tables.ts'
import type { Database, Db } from '../../src/platform/db/database.ts'
import type { SettingKey, SettingValue } from '../../src/settings/keys.ts'
import { writeSetting } from '../../src/settings/write.ts'
import { addressOf } from '../database.ts'
import { atEnd } from '../ending/at-end.ts'
import { type Shape, setShape } from '../simulator.ts'
import { createWorld, type World } from '../world.ts'
import { addCompanies } from './companies.ts'
import { openPrograms } from './programs.ts'

/** Long enough for polls to come in between. */
const VERDICT_MS = 400
const LOOK_AGAIN_MS = 25
const ON_THE_WAY = ['Approved', 'Submitted', 'Outcome Unknown'] as const

const clock = { now: () => new Date(), advance: () => {} }

const Ledger = z.array(z.object({ uuid: z.string(), codeNumber: z.string(), status: z.string() }))
export type LedgerEntry = z.output<typeof Ledger>[number]

export type Stage = Awaited<ReturnType<typeof createStage>>

type Given = { database?: Database; read_url?: string; node_args?: readonly string[] }

/**
 * The demo company and some more on a database of their own, the authority with its real limits in this process, and
 * the portal's own programs. Only what waits for people's sake is shortened; leases, heartbeats and the sweep are the
 * product's.
 */
export const createStage = async (given: Given = {}) => {
  const { database, read_url, node_args = [] } = given
  const world = await createWorld({ clock, ...(database && { database }) })
  await addCompanies(world)
  const simulator = await startSimulator({ validation_delay_ms: VERDICT_MS, rate_limits: true })
  atEnd(() => simulator.close())
  await set(world, 'demo.history', 'done')
  await set(world, 'submission.ask_after_ms', [100])
  await set(world, 'submission.resend_after_ms', 500)
  await set(world, 'poll.interval_ms', 500)
  const database_url = addressOf(world.connection)
  const place = { database_url, read_url, simulator_url: simulator.url, node_args }
  const programs = await openPrograms(place)

  return {
    world,
    programs,
    /** Answers look so from now on, also to what is on its way. */
    setShape: (shape: Shape) => setShape(simulator.url, shape),
    ledger: async () => Ledger.parse(await (await fetch(`${simulator.url}/_sim/ledger`)).json()),
    /** Documents between approval and verdict. */
    inFlight: () => countOnTheWay(world),
    untilSettled: () => untilSettled(world, () => countOnTheWay(world)),
    /** Whether a submission is on its way to the authority. */
    isSending: () => hasOpenIntent(world),
    /** Whether a document has gone a step further since then, which only a worker brings about. */
    hasMoved: (since: Date) => hasMoved(world, since),
  }
}

/** Looks until it is so, also while the database is away. Throws after the minute that the issue allows. */
export const until = async (complaint: string, isSo: () => Promise<boolean>, ms_max = 60_000) => {
  const deadline = Date.now() + ms_max
  while (!(await isSo().catch(noUnlessAway))) {
    if (Date.now() > deadline) throw new Error(`${complaint} within ${ms_max} ms.`)
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Twice what a job waits at most before it is tried again: longer nothing stands still, however busy the machine. */
const STILL_MS_MAX = 120_000

/**
 * Looks until nothing is on its way any more, for as long as something happens: a step of a document, a question, a
 * resend. Throws when nothing has for two minutes.
 */
export const untilSettled = async ({ db }: World, inFlight: () => Promise<number>) => {
  let seen = ''
  let since = Date.now()
  while ((await inFlight().catch(unknownIfAway)) !== 0) {
    const now = await progressOf(db).catch(unknownIfAway)
    if (now !== undefined && now !== seen) [seen, since] = [now, Date.now()]
    if (Date.now() - since > STILL_MS_MAX) throw new Error('Documents are on their way, and nothing happens.')
    await sleep(LOOK_AGAIN_MS)
  }
}

const unknownIfAway = (error: unknown): undefined => {
  noUnlessAway(error)
}

const progressOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ seen: string }>`
    SELECT concat_ws(' ', (SELECT count(*) FROM document_history),
      (SELECT sum(asked_count + resend_count) FROM attempts), (SELECT count(*) FROM submissions)) AS seen`.execute(
    db,
  )
  return rows[0]?.seen ?? ''
}

const noUnlessAway = (error: unknown): false => {
  if (error instanceof ProblemError && error.problem.kind === 'unavailable') return false
  throw error
}

const countOnTheWay = async ({ db }: World): Promise<number> => {
  const rows = await on(db).selectFrom('documents').where('status', 'in', ON_THE_WAY).select('id').execute()
  return rows.length
}

const hasOpenIntent = async ({ db }: World): Promise<boolean> =>
  (await on(db).selectFrom('submissions').where('state', '=', 'intent').select('id').executeTakeFirst()) !==
  undefined

const hasMoved = async ({ db }: World, since: Date): Promise<boolean> => {
  const step = on(db)
    .selectFrom('document_history')
    .where('at', '>=', since)
    .where('from_status', 'in', ON_THE_WAY)
  return (await step.select('id').limit(1).executeTakeFirst()) !== undefined
}

const set = <K extends SettingKey>({ db }: World, key: K, value: SettingValue<K>) =>
  writeSetting(db, { caller: undefined, key, value, now: clock.now() })
