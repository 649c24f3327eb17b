import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, callerId } from '#domain/access/caller.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { keyedHash } from '../platform/crypto/keyed-hash.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Reply } from '../platform/http/route.ts'
import type { Retention } from '../platform/retention/retention.ts'
import { claimKey, isKept, keepAnswer } from './answer-rows.ts'
import { idempotencyKeyOf, KEY_KEPT_MS, keyReused } from './idempotency-key.ts'

type Sent = { query?: unknown; params?: unknown; body?: unknown; form?: unknown }
type Call = Sent & { db: Db; caller: Caller; now: Date; headers: IncomingHttpHeaders; secret_key: string }

/** What is thrown away of the kept answers. */
export const answerRetention: Retention = {
  table: 'first_answers',
  column: 'created_at',
  kept_ms: KEY_KEPT_MS,
}

/**
 * Does a creating call's work in one transaction. With an Idempotency-Key its answer is kept there: the same call of
 * the same caller gets it again, and one that comes meanwhile waits for it. What is refused keeps nothing, so that the
 * key may be used again. Throws conflict `idempotency_key_reused` when something else was sent under the key.
 */
export const once = async <const E extends Endpoint & { idempotent: true }>(
  endpoint: E,
  call: Call,
  work: (tx: Tx) => Promise<Reply<E>>,
): Promise<Reply<E>> => {
  const key = idempotencyKeyOf(call.headers)
  if (key === undefined) return inTransaction(call.db, work)
  const { db, caller, now, secret_key } = call
  const of = { caller_id: callerId(caller), endpoint: endpoint.id, key }
  const fingerprint = await fingerprintOf(call)
  const box = secretBox(secret_key)
  return inTransaction(db, async (tx) => {
    const first = await claimKey(tx, { ...of, fingerprint, created_at: now })
    if (first && first.fingerprint !== fingerprint) throw keyReused()
    // What this endpoint answered: its own reply as JSON, which is all that a reply is.
    if (first) return JSON.parse(box.open(first.answer_sealed)) as Reply<E>
    const answer = await work(tx)
    await keepAnswer(tx, of, box.seal(JSON.stringify(answer)))
    return answer
  })
}

/** Whether `once` has an answer to this call already, so that what takes long before it need not be done again. */
export const isAnswered = async (
  endpoint: Endpoint & { idempotent: true },
  { db, caller, headers }: Pick<Call, 'db' | 'caller' | 'headers'>,
): Promise<boolean> => {
  const key = idempotencyKeyOf(headers)
  return key !== undefined && isKept(db, { caller_id: callerId(caller), endpoint: endpoint.id, key })
}

/** Passwords may be among what was sent, so the hash is a keyed one. */
const fingerprintOf = async ({ query, params, body, form, secret_key }: Call): Promise<string> => {
  const fields = Object.entries(form ?? {}).map(async ([name, value]) => [name, await hashed(value)])
  const sent = JSON.stringify([query, params, body, await Promise.all(fields)])
  return keyedHash(secret_key, 'lulus idempotency', sent)
}

const hashed = async (value: unknown) => (value instanceof Blob ? sha256Hex(await value.bytes()) : value)
