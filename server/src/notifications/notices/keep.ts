import { sql } from 'kysely'
import type { KindKey } from '#domain/notifications/kinds.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tell } from '../../platform/facts/tell.ts'
import { noticesChanged } from './facts.ts'
import type { NoticeTable } from './tables.ts'

/** Something that people are to be told of. Without a department and a person the superadmins are. */
export type NewNotice = Pick<NoticeTable, 'kind' | 'subject' | 'topic' | 'origin' | 'began_at'> &
  Partial<Omit<NoticeTable, 'seq'>>

/**
 * Whoever writes notices takes turns, until its transaction ends: what it reads after this is what it writes about, and
 * readers see what was written in the order of `seq`. Only jobs wait here, never a person's call.
 */
export const takeTurnToKeep = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notices', 0))`.execute(tx)
}

/** These subjects, as far as these kinds go, are told of exactly by `wanted`. */
export type Kept = {
  subjects: readonly string[] | 'all'
  kinds: readonly KindKey[]
  wanted: readonly NewNotice[]
}

/**
 * Brings what is told of some subjects up to date, in one statement. Doing it again changes nothing: a notice is new
 * where its origin is. Nobody is told who is not there any more. Answers the kinds of which something is new. After
 * `takeTurnToKeep`.
 */
export const keepNotices = async (tx: Tx, { subjects, kinds, wanted }: Kept): Promise<KindKey[]> => {
  const of = subjects === 'all' ? sql`TRUE` : sql`n.subject = ANY(${[...subjects]}::text[])`
  const { rows } = await sql<Reached & { kind: KindKey; is_kept: boolean }>`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(
        kind text, subject text, topic text, label text, outcome text, reason text, origin text,
        sender_entity_id uuid, store_code_id uuid, user_id uuid, environment text, hidden_from uuid[],
        began_at timestamptz, due_at timestamptz, look_at timestamptz, ends_at timestamptz)
    ), gone AS (
      DELETE FROM notices n WHERE ${of} AND n.kind = ANY(${[...kinds]}::text[])
        AND NOT EXISTS (SELECT FROM wanted w WHERE w.subject = n.subject AND w.kind = n.kind)
      RETURNING n.kind, n.store_code_id, n.user_id
    ), kept AS (
    INSERT INTO notices (kind, subject, topic, label, outcome, reason, origin, sender_entity_id, store_code_id,
      user_id, environment, hidden_from, began_at, due_at, look_at, ends_at)
    SELECT kind, subject, topic, COALESCE(label, ''), COALESCE(outcome, ''), COALESCE(reason, ''), origin,
      sender_entity_id, store_code_id, user_id, environment, COALESCE(hidden_from, '{}'), began_at, due_at, look_at,
      ends_at
    FROM wanted WHERE user_id IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = wanted.user_id)
    ORDER BY began_at, subject
    ON CONFLICT (kind, subject) DO UPDATE SET
      seq = CASE WHEN notices.origin = excluded.origin THEN notices.seq ELSE excluded.seq END,
      label = excluded.label, outcome = excluded.outcome, reason = excluded.reason, origin = excluded.origin,
      environment = excluded.environment, hidden_from = excluded.hidden_from, began_at = excluded.began_at,
      due_at = excluded.due_at, look_at = excluded.look_at, ends_at = excluded.ends_at
    WHERE (notices.origin, notices.hidden_from, notices.due_at, notices.look_at, notices.label, notices.environment)
      IS DISTINCT FROM (excluded.origin, excluded.hidden_from, excluded.due_at, excluded.look_at, excluded.label,
        excluded.environment)
    RETURNING kind, store_code_id, user_id)
    SELECT DISTINCT TRUE AS is_kept, kind, store_code_id, user_id FROM kept
    UNION SELECT FALSE, kind, store_code_id, user_id FROM gone`.execute(tx)
  if (rows.length > 0) await tell(tx, noticesChanged, readersOf(rows))
  return [...new Set(rows.filter(({ is_kept }) => is_kept).map(({ kind }) => kind))]
}

type Reached = Pick<NoticeTable, 'store_code_id' | 'user_id'>

/** Whose inboxes are old by notices that came or went. */
const readersOf = (rows: readonly Reached[]) => ({
  store_code_ids: [...new Set(rows.flatMap(({ store_code_id }) => store_code_id ?? []))],
  user_ids: [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))],
  superadmins: rows.some(({ store_code_id, user_id }) => store_code_id === null && user_id === null),
})
