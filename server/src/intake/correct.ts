import type { z } from 'zod'
import type { intake } from '#contract/intake.ts'
import type { Caller } from '#domain/access/caller.ts'
import { AWAITS_CANCELLATION } from '#domain/access/policy.ts'
import { replaceDocument } from '../documents/cancelling/replace.ts'
import { readIdempotent } from '../documents/life/idempotency.ts'
import type { Engine } from '../documents/store/engine.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { type Accepted, acceptDocument } from './accept.ts'
import { settle, takeAll } from './take-all.ts'

type Reply = z.output<(typeof intake.correct)['reply']>
type Wanted = { uuid: string; reason: string; invoice: Record<string, unknown> }
/** `key`: the Idempotency-Key of the call. */
type By = {
  db: Db
  engine: Engine
  caller: Caller
  now: Date
  log: Log
  request_id: string
  key: string | undefined
}

/**
 * Stores the document that replaces a valid one and asks LHDN to cancel that, as one act. The reply is that of a
 * submission, and says where the cancellation stands. Throws as `submitAll` does when nothing was stored.
 */
export const correctDocument = async (by: By, wanted: Wanted): Promise<Reply> => {
  let pending: string | undefined
  const take = async () => {
    const { saved, why } = await correct(by, wanted)
    pending = why
    return saved
  }
  const reply = settle(await takeAll(by, [{ payload: wanted.invoice, take }]))
  return { ...reply, cancellation: { done: pending === undefined, why: pending ?? '' } }
}

const correct = async (
  by: By,
  { uuid, reason, invoice }: Wanted,
): Promise<{ saved: Accepted; why: string | undefined }> => {
  const { db, engine, caller, now, key } = by
  const hash = sha256Hex(JSON.stringify([uuid, reason, invoice]))
  const idempotency = key === undefined ? undefined : { key, position: 0, hash }
  // Always a new document, whatever number it bears.
  const payload = { ...invoice, uuid: null }
  const accept = (more: Pick<Parameters<typeof acceptDocument>[0], 'also' | 'corrects'>) =>
    acceptDocument({ db, caller, now, lane: 'single', ...more }, payload, idempotency)
  // The same call once more: what it asked for is under way, or done.
  if (idempotency && (await readIdempotent(db, caller, idempotency))) {
    const saved = await accept({})
    return { saved, why: saved.row.awaits_cancellation ? AWAITS_CANCELLATION : undefined }
  }
  const { saved, pending } = await replaceDocument({ engine, caller }, { uuid, reason }, (replace) =>
    accept({ corrects: uuid, also: replace }),
  )
  return { saved, why: pending }
}
