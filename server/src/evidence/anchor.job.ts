import { anchorWords } from '#domain/letters/anchors.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { Log } from '../platform/log/log.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { type AnchorFile, type Anchors, anchorText, readHeads } from './anchor.ts'
import { type AnchorStore, anchorsOfBoth } from './anchor-objects.ts'
import { insertDelivery, markDelivery, readLastDeliveries } from './deliveries.ts'
import { mailAnchorJob, type Sent, storeAnchorJob } from './jobs.ts'
import { storeEarlier } from './store-earlier.ts'

type Anchoring = {
  db: Db
  log: Log
  anchors: Anchors
  /** Where else an anchor goes, each where it is set. */
  anchor_mail_to: string | undefined
  anchor_store?: AnchorStore | undefined
  now: Date
}

/**
 * Writes the anchor of this Malaysian day, unless there is one, and sends it on its ways, each by a job of its own.
 * Where the process dies in between, the next start of the day sends it. Each names the newest, and none is written
 * before it: an anchor that a clock put between two others would break their chain for good. Throws where the folder
 * lost some and the object store, which has them, does not answer.
 */
export const writeAnchor = async (anchoring: Anchoring): Promise<void> => {
  const { db, log, anchors, now } = anchoring
  const file = `${malaysianDate(now)}.json`
  const known = await placesOf(anchoring)
  const newest = (await known.list()).at(-1)
  if (newest !== undefined && newest > file) return log.error({ newest, file }, CLOCK_IS_BEHIND)
  const previous = newest === undefined ? undefined : { file: newest, text: await known.read(newest) }
  if (previous?.file === file) return sendAnchor(anchoring, previous)
  const text = anchorText(await readHeads(db), previous, now)
  if (await anchors.add({ file, text })) await sendAnchor(anchoring, { file, text })
}

/** Once on each way, however often it is called: a process may have died before it, or a way be set since. */
const sendAnchor = async (
  { db, anchor_mail_to, anchor_store, now }: Anchoring,
  { file, text }: AnchorFile,
): Promise<void> => {
  const sent = { file, sha256: sha256Hex(text) }
  await inTransaction(db, async (tx) => {
    if (anchor_mail_to !== undefined && (await insertDelivery(tx, { file, way: 'mail', at: now })))
      await enqueue(tx, mailAnchorJob, sent)
    if (anchor_store && (await insertDelivery(tx, { file, way: 'object', at: now })))
      await enqueue(tx, storeAnchorJob, { ...sent, way: 'object' })
  })
}

/**
 * Where the newest anchor lies: in the folder, unless a later one went to the object store, which the folder lost since
 * (a disk that died, a copy that was put back). Of what was sent the database has a note.
 */
const placesOf = async ({ db, anchors, anchor_store }: Anchoring): Promise<Anchors> => {
  if (!anchor_store) return anchors
  const in_folder = (await anchors.list()).at(-1) ?? ''
  const lost = (await readLastDeliveries(db)).some(({ file }) => file > in_folder)
  return lost ? anchorsOfBoth(anchors, anchor_store) : anchors
}

const CLOCK_IS_BEHIND =
  'the clock is behind the newest anchor of the audit chain: no anchor is written until that day has come'

type Delivering = { db: Db; clock: { now(): Date } }
type Mailing = Delivering & { send: SendMail; anchor_mail_to: string | undefined }

/** Mails the fingerprint of an anchor, which with it can no longer be exchanged unnoticed, nor any before it. */
export const mailAnchor = async (
  { db, clock, send, anchor_mail_to }: Mailing,
  { file, sha256 }: Sent,
): Promise<void> => {
  if (anchor_mail_to === undefined) return
  await send(anchor_mail_to, anchorWords({ file, sha256 }))
  await markDelivery(db, { file, way: 'mail', state: 'delivered', at: clock.now() })
}

type Storing = Delivering & { anchors: Anchors; anchor_store: AnchorStore | undefined }

/**
 * Puts an anchor into the object store, and then those before it that it lacks. Throws where the file is no longer the
 * one that was written.
 */
export const storeAnchor = async (
  { db, clock, anchors, anchor_store }: Storing,
  { file, sha256 }: Sent,
): Promise<void> => {
  if (!anchor_store) return
  const text = await anchors.read(file)
  if (sha256Hex(text) !== sha256) throw new Error(`The anchor ${file} was changed after it was written.`)
  await anchor_store.add({ file, text })
  const delivered = (one: string) =>
    markDelivery(db, { file: one, way: 'object', state: 'delivered', at: clock.now() })
  await delivered(file)
  for (const earlier of await storeEarlier(text, { anchors, anchor_store })) await delivered(earlier)
}

/** Nobody tries it any more: the screen says so. */
export const giveUpDelivery = ({ db, clock }: Delivering, { file, way }: Sent): Promise<void> =>
  markDelivery(db, { file, way, state: 'failed', at: clock.now() })
