import { sql } from 'kysely'
import type { NoticeMark } from '#contract/notifications/notices.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { snoozedUntil } from '#domain/notifications/snooze.ts'
import { notFound } from '#domain/problems.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { SHOWN } from './list.ts'
import { readItems } from './read.ts'
import { readerOf } from './reader.ts'

type By = { db: Db; caller: UserCaller; now: Date }
type Marked = { kind: KindKey; topic: string; mark: NoticeMark }

const BOXES = ['inbox', 'snoozed', 'done'] as const

/**
 * Puts an item of the caller's aside, or takes it back. What comes after what the caller saw (`through`) is not put
 * aside with it. Throws not_found for what is not told to the caller.
 */
export const markNotice = async (by: By, { kind, topic, mark }: Marked): Promise<{ detail: string }> => {
  const items = await readItems(by.db, await readerOf(by), {
    ...{ by: SHOWN, boxes: BOXES, kinds: [kind], topic },
  })
  const newest = Math.max(0, ...items.map(({ newest_seq }) => newest_seq))
  if (newest === 0) throw notFound('There is no such notification.')
  await inTransaction(by.db, (tx) => put(tx, by, { kind, topic, mark, newest }))
  return { detail: 'Saved.' }
}

const put = (tx: Tx, { caller, now }: By, { kind, topic, mark, newest }: Marked & { newest: number }) => {
  const done_seq = mark.box === 'done' ? Math.min(mark.through, newest) : 0
  const until = mark.box === 'snoozed' ? snoozedUntil(mark.until, now) : null
  // Said twice it is one step back, from two tabs too; what was snoozed comes back before what was done does.
  const change = {
    done: sql`done_before = CASE WHEN m.done_seq < excluded.done_seq THEN m.done_seq ELSE m.done_before END,
      done_seq = GREATEST(m.done_seq, excluded.done_seq), snoozed_until = NULL`,
    snoozed: sql`snoozed_until = excluded.snoozed_until`,
    inbox: sql`done_seq = CASE WHEN m.snoozed_until > ${now} THEN m.done_seq ELSE m.done_before END,
      snoozed_until = NULL`,
  }[mark.box]
  return sql`
    INSERT INTO notice_marks AS m (user_id, kind, topic, done_seq, snoozed_until, at)
    VALUES (${caller.user_id}, ${kind}, ${topic}, ${done_seq}, ${until}, ${now})
    ON CONFLICT (user_id, kind, topic) DO UPDATE SET ${change}, at = excluded.at`.execute(tx)
}
