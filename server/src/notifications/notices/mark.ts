import { sql } from 'kysely'
import type { z } from 'zod'
import { BOXES, type NoticeMark } from '#contract/notifications/notices.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { type KindKey, NEWS } from '#domain/notifications/kinds.ts'
import { snoozedUntil } from '#domain/notifications/snooze.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { noticesChanged } from './facts.ts'
import { SHOWN } from './list.ts'
import { readItems } from './read.ts'
import { readerOf } from './reader.ts'

type By = { db: Db; caller: UserCaller; now: Date }
type Marked = { kind: KindKey; topic: string; mark: z.output<typeof NoticeMark> }

/**
 * Puts an item of the caller's aside, or takes it back. What comes after what the caller saw (`through`) is not put
 * aside with it, and what is done from the inbox leaves waiting what of it is snoozed. Throws not_found for what is
 * not told to the caller; taking back what is not there any more does nothing.
 */
export const markNotice = async (by: By, { kind, topic, mark }: Marked): Promise<{ detail: string }> => {
  const { db, caller, now } = by
  if (mark.box === 'inbox') {
    await inTransaction(db, (tx) => takeBack(tx, { user_id: caller.user_id, kind, topic }, now))
    return SAVED
  }
  const reader = await readerOf(by)
  const items = await readItems(db, reader, { by: SHOWN, boxes: BOXES, kinds: [kind], topic })
  const newest = Math.max(0, ...items.map(({ newest_seq }) => newest_seq))
  if (newest === 0) throw notFound('There is no such notification.')
  const place = { user_id: caller.user_id, kind, topic }
  const through = Math.min(mark.through ?? newest, newest)
  await inTransaction(db, (tx) =>
    mark.box === 'snoozed'
      ? snooze(tx, place, { through, until: snoozedUntil(mark.until, now), now })
      : finish(tx, place, { through, snoozed_too: mark.from !== 'inbox', now }),
  )
  return SAVED
}

const SAVED = { detail: 'Saved.' }

type Place = { user_id: string; kind: KindKey; topic: string }

/** Puts all news of the caller's under Done, up to what was seen; what of it is snoozed goes on waiting. */
export const finishNews = async (
  { db, caller: { user_id }, now }: By,
  { through }: { through: number },
): Promise<{ detail: string }> => {
  await inTransaction(db, async (tx) => {
    await sql`
    INSERT INTO notice_marks AS m (user_id, kind, topic, done_seq, at)
    SELECT user_id, kind, topic, max(seq), ${now}::timestamptz FROM notices
    WHERE user_id = ${user_id} AND kind = ANY(${[...NEWS]}::text[]) AND seq <= ${through}::bigint
    GROUP BY user_id, kind, topic
    ${doneAt(now, { snoozed_too: false })}`.execute(tx)
    await tellOwn(tx, user_id)
  })
  return SAVED
}

/** Said twice, from two tabs too, it is one step back: what is done already was not done anew. */
const doneAt = (now: Date, { snoozed_too }: { snoozed_too: boolean }) => sql`
  ON CONFLICT (user_id, kind, topic) DO UPDATE SET
    done_before = CASE WHEN m.done_seq < excluded.done_seq THEN m.done_seq ELSE m.done_before END,
    done_seq = GREATEST(m.done_seq, excluded.done_seq),
    snoozed_until = CASE WHEN m.snoozed_until > ${now} AND NOT ${snoozed_too} THEN m.snoozed_until END,
    at = excluded.at`

const finish = async (
  tx: Tx,
  { user_id, kind, topic }: Place,
  { through, snoozed_too, now }: { through: number; snoozed_too: boolean; now: Date },
) => {
  await sql`
  INSERT INTO notice_marks AS m (user_id, kind, topic, done_seq, at)
  VALUES (${user_id}, ${kind}, ${topic}, ${through}, ${now})
  ${doneAt(now, { snoozed_too })}`.execute(tx)
  await tellOwn(tx, user_id)
}

const snooze = async (
  tx: Tx,
  { user_id, kind, topic }: Place,
  { through, until, now }: { through: number; until: Date; now: Date },
) => {
  await sql`
  INSERT INTO notice_marks AS m (user_id, kind, topic, snoozed_seq, snoozed_until, at)
  VALUES (${user_id}, ${kind}, ${topic}, ${through}, ${until}, ${now})
  ON CONFLICT (user_id, kind, topic) DO UPDATE SET
    snoozed_after = CASE WHEN m.snoozed_until IS NULL THEN m.done_seq ELSE m.snoozed_after END,
    snoozed_seq = GREATEST(m.snoozed_seq, excluded.snoozed_seq),
    snoozed_until = excluded.snoozed_until, at = excluded.at`.execute(tx)
  await tellOwn(tx, user_id)
}

/** What is snoozed comes back, with what was done since; before that, what was done last. */
const takeBack = async (tx: Tx, { user_id, kind, topic }: Place, now: Date) => {
  await sql`
  UPDATE notice_marks SET snoozed_until = NULL, at = ${now},
    done_seq = CASE WHEN snoozed_until > ${now} THEN snoozed_after ELSE done_before END
  WHERE user_id = ${user_id} AND kind = ${kind} AND topic = ${topic}`.execute(tx)
  await tellOwn(tx, user_id)
}

/** The other tabs of whoever put something aside. */
const tellOwn = (tx: Tx, user_id: string) =>
  tell(tx, noticesChanged, { store_code_ids: [], user_ids: [user_id], superadmins: false })
