import type { Caller } from '#domain/access/caller.ts'
import { pauseAfter } from '#domain/webhooks/retries.ts'
import { loadAbsent } from '../access/caller.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import {
  CLAIMED_MS,
  claimDue,
  type DeliveryRow,
  deleteDeliveries,
  hasDue,
  settleTry,
  stopWaiting,
} from './delivery-rows.ts'
import { deliverJob } from './jobs.ts'
import { NO_KEY, NO_OWNER, NOT_COVERED, obstacleOf } from './obstacle.ts'
import type { Post, Posted } from './post.ts'
import { beginTurn, deleteRemoved, endTurn, type Hook, markWorking, readHook, updateWebhook } from './rows.ts'
import { readSecrets } from './secrets/rows.ts'
import { signedHeaders } from './secrets/sign.ts'
import { type Failure, judgeFailures } from './switch-off.ts'

export type Delivering = {
  db: Db
  clock: { now(): Date }
  box: SecretBox
  post: Post
  /** From 0 to below 1: spreads the tries. */
  random: () => number
}

/** So many events are on their way to one webhook at a time. */
const AT_ONCE = 5
/** So many events are stopped or thrown away in one transaction. */
const CLEARED_AT_ONCE = 1_000
/** So many failures in a row say that nobody is there: the rest waits for the next minute. */
const FAILURES_MAX = 5
/** After so many rounds, or so long, the next webhook has its turn. */
const ROUNDS_MAX = 20
const TURN_MS_MAX = 15_000

/**
 * Sends what is due to a webhook, in the order in which it came, a few at a time. What may not be sent is stopped, and
 * what a removed one was told thrown away, a part at a time. While another job is at it, that one goes on with what is
 * new.
 */
export const deliverDue = async (
  delivering: Delivering,
  { webhook_id: id }: { webhook_id: string },
  run?: { stopping: AbortSignal },
): Promise<void> => {
  const { db, clock } = delivering
  const now = clock.now()
  const turn = { id, now, until: new Date(now.getTime() + CLAIMED_MS) }
  if (!(await inTransaction(db, (tx) => beginTurn(tx, turn)))) return
  const left = await sendRounds(delivering, id, run?.stopping)
  await inTransaction(db, async (tx) => {
    await endTurn(tx, turn)
    // What came while this was the one that sends has found it so, and gone.
    if (left === 'more' || (left === 'nothing' && (await hasDue(tx, { webhook_id: id, now: clock.now() }))))
      await enqueue(tx, deliverJob, { webhook_id: id }, { singleton_key: id })
  })
}

/** What is left to be sent: `later` is not for now. The key is read before each round. */
const sendRounds = async (
  delivering: Delivering,
  webhook_id: string,
  stopping: AbortSignal | undefined,
): Promise<'nothing' | 'more' | 'later'> => {
  const { db, clock } = delivering
  const started_ms = performance.now()
  let failures = 0
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (stopping?.aborted || performance.now() - started_ms > TURN_MS_MAX) break
    const now = clock.now()
    const hook = await readHook(db, webhook_id)
    const key = hook && (await loadAbsent(db, { kind: 'api_key', id: hook.api_key_id }, now))
    const why = hook && obstacleOf(hook, key)
    if (!hook || !key || why !== undefined) {
      if (await inTransaction(db, (tx) => clear(tx, webhook_id, hook && (why ?? NO_KEY)))) return 'nothing'
      continue
    }
    const until = new Date(now.getTime() + CLAIMED_MS)
    const due = await inTransaction(db, (tx) => claimDue(tx, { webhook_id, now, until, limit: AT_ONCE }))
    if (due.length === 0) return 'nothing'
    const secrets = await readSecrets(db, webhook_id, now)
    const tried = await Promise.all(due.map((one) => tryOne(delivering, { hook, key, secrets }, one)))
    const failed = tried.filter((one) => typeof one === 'object')
    const arrived = tried.includes('arrived')
    // Once all of them are settled: each by itself cannot know whether another one arrives.
    if (failed.length > 0)
      await inTransaction(db, (tx) => judgeFailures(tx, hook, { now: clock.now(), failed, arrived }))
    failures = failed.length < tried.length ? 0 : failures + failed.length
    if (failures >= FAILURES_MAX) return 'later'
  }
  return 'more'
}

/** Stops what waits for this reason; without one throws away what a removed webhook was told. Whether that was all. */
const clear = async (tx: Tx, webhook_id: string, fault: string | undefined): Promise<boolean> => {
  const part = { webhook_id, limit: CLEARED_AT_ONCE }
  // Whoever takes it over, or comes back, starts afresh.
  if (fault === NO_OWNER) await updateWebhook(tx, webhook_id, { failing_since: null, tried_until: null })
  if (fault !== undefined) return (await stopWaiting(tx, { ...part, fault })) < CLEARED_AT_ONCE
  if ((await deleteDeliveries(tx, part)) === CLEARED_AT_ONCE) return false
  await deleteRemoved(tx, webhook_id)
  return true
}

type Told = { hook: Hook; key: Caller; secrets: readonly string[] }

const tryOne = async (
  delivering: Delivering,
  { hook, key, secrets }: Told,
  row: DeliveryRow,
): Promise<'arrived' | 'not covered' | Failure> => {
  const { db, clock, box, post } = delivering
  const { event_id: id, body, store_code_id } = row
  if (store_code_id !== null && !key.stores.some((store) => store.store_code_id === store_code_id)) {
    const untold = { status_code: null, took_ms: 0, answer: '', fault: NOT_COVERED }
    await inTransaction(db, (tx) => settleTry(tx, row, { ...untold, state: 'stopped', next_try_at: null }))
    return 'not covered'
  }
  const headers = signedHeaders({ box, now: clock.now() }, secrets, { id, body })
  const posted = await post({ url: hook.url, headers, body })
  if (posted.fault !== '') return failed(delivering, { row, posted })
  await inTransaction(db, async (tx) => {
    await settleTry(tx, row, { ...posted, state: 'delivered', next_try_at: null })
    await markWorking(tx, hook)
  })
  return 'arrived'
}

type Tried = { row: DeliveryRow; posted: Posted }

const failed = async ({ db, clock, random }: Delivering, { row, posted }: Tried): Promise<Failure> => {
  const pause_ms = pauseAfter(row.tries, random())
  const next_try_at = pause_ms === undefined ? null : new Date(clock.now().getTime() + pause_ms)
  const state = next_try_at ? 'waiting' : 'failed'
  await inTransaction(db, (tx) => settleTry(tx, row, { ...posted, state, next_try_at }))
  return { posted, next_try_at }
}
