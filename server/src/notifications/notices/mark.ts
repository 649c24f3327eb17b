import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { BOXES, type Box, type NoticeMark } from '#contract/notifications/notices.ts'
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
  const place = { user_id: caller.user_id, kind, topic }
  if (mark.box === 'inbox') {
    await inTransaction(db, (tx) => takeBack(tx, place, { from: mark.from, now }))
    return SAVED
  }
  const reader = await readerOf(by)
  const items = await readItems(db, reader, { by: SHOWN, boxes: BOXES, kinds: [kind], topic })
  const newest = Math.max(0, ...items.map(({ newest_seq }) => newest_seq))
  if (newest === 0) throw notFound('There is no such notification.')
  const through = Math.min(mark.through ?? newest, newest)
  await inTransaction(db, (tx) =>
    mark.box === 'snoozed'
      ? snooze(tx, place, { through, until: snoozedUntil(mark.until, now), now })
      : finish(tx, place, { through, from: mark.from, now }),
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
    INSERT INTO notice_marks AS m (user_id, kind, topic, done, at)
    SELECT user_id, kind, topic, ${upTo(sql`max(seq)`)}, ${now}::timestamptz FROM notices
    WHERE user_id = ${user_id} AND kind = ANY(${[...NEWS]}::text[]) AND seq <= ${through}::bigint
    GROUP BY user_id, kind, topic
    ${doneAt({ from: 'inbox', now })}`.execute(tx)
    await tellOwn(tx, user_id)
  })
  return SAVED
}

type From = { from: Box | undefined; now: Date }

const upTo = (seq: RawBuilder<unknown>) => sql`int8multirange(int8range(0, ${seq}::bigint, '[]'))`

const waits = (now: Date) => sql`m.snoozed_until > ${now}`
/** What of the mark `m` is snoozed still. */
const waiting = (now: Date) => sql`CASE WHEN ${waits(now)} THEN m.snoozed ELSE '{}' END`

/** What was in the box that was seen, up to what was seen of it. */
const seenIn = ({ from, now }: From) => {
  if (from === 'inbox') return sql`(excluded.done - ${waiting(now)})`
  return from === 'snoozed' ? sql`(excluded.done * m.snoozed)` : sql`excluded.done`
}

/** Said twice, from two tabs too, it is one step back: what is done already was not done anew. */
const doneAt = (by: From) => sql`
  ON CONFLICT (user_id, kind, topic) DO UPDATE SET
    formerly_done = CASE WHEN m.done @> ${seenIn(by)} THEN m.formerly_done ELSE m.done END,
    done = m.done + ${seenIn(by)},
    snoozed = ${waiting(by.now)} - ${seenIn(by)},
    snoozed_until = CASE WHEN NOT isempty(${waiting(by.now)} - ${seenIn(by)}) THEN m.snoozed_until END,
    at = excluded.at`

const finish = async (
  tx: Tx,
  { user_id, kind, topic }: Place,
  { through, from, now }: { through: number } & From,
) => {
  await sql`
  INSERT INTO notice_marks AS m (user_id, kind, topic, done, at)
  VALUES (${user_id}, ${kind}, ${topic}, ${upTo(sql`${through}`)}, ${now})
  ${doneAt({ from, now })}`.execute(tx)
  await tellOwn(tx, user_id)
}

/**
 * What is not done is in sight or snoozed already. What ends before the morning (not what has ended) stays in sight,
 * and of two mornings the first one holds for all: nothing is silent for longer than was said of it.
 */
const snooze = async (
  tx: Tx,
  { user_id, kind, topic }: Place,
  { through, until, now }: { through: number; until: Date; now: Date },
) => {
  await sql`
  INSERT INTO notice_marks AS m (user_id, kind, topic, snoozed, snoozed_until, at)
  SELECT ${user_id}, ${kind}, ${topic}, ${upTo(sql`${through}`)} - COALESCE(range_agg(int8range(seq, seq, '[]')), '{}'),
    ${until}::timestamptz, ${now}::timestamptz
  FROM notices WHERE kind = ${kind} AND topic = ${topic} AND due_at > ${now} AND due_at <= ${until}
  ON CONFLICT (user_id, kind, topic) DO UPDATE SET
    snoozed = ${waiting(now)} + (excluded.snoozed - m.done),
    snoozed_until = LEAST(excluded.snoozed_until, CASE WHEN ${waits(now)} AND EXISTS (
      SELECT FROM notices n WHERE n.kind = m.kind AND n.topic = m.topic AND m.snoozed @> n.seq
    ) THEN m.snoozed_until END),
    at = excluded.at`.execute(tx)
  await tellOwn(tx, user_id)
}

/** What is snoozed comes back, or what was done last: by the box in which it was seen, else what is there first. */
const takeBack = async (tx: Tx, { user_id, kind, topic }: Place, { from, now }: From) => {
  const snoozed = from === undefined ? waits(now) : sql`${from !== 'done'}::boolean`
  await sql`
  UPDATE notice_marks AS m SET at = ${now},
    done = CASE WHEN ${snoozed} THEN m.done ELSE m.formerly_done END,
    snoozed = CASE WHEN ${snoozed} THEN '{}' ELSE m.snoozed END,
    snoozed_until = CASE WHEN ${snoozed} THEN NULL ELSE m.snoozed_until END
  WHERE user_id = ${user_id} AND kind = ${kind} AND topic = ${topic}`.execute(tx)
  await tellOwn(tx, user_id)
}

/** The other tabs of whoever put something aside. */
const tellOwn = (tx: Tx, user_id: string) =>
  tell(tx, noticesChanged, { store_code_ids: [], user_ids: [user_id], superadmins: false })
