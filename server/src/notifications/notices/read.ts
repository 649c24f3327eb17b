import { type RawBuilder, sql } from 'kysely'
import type { Box } from '#contract/notifications/notices.ts'
import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { type KINDS, type KindKey, kindsBy, type Way, type Ways } from '#domain/notifications/kinds.ts'
import { OVERDUE } from '#domain/notifications/sentences.ts'
import { namedStores } from '../../access/scope.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { COUNTED_MAX } from '../../platform/lists/counted.ts'

export const ITEMS_MAX = 100

/** All that is told of one kind and topic, as far as its reader sees it. */
export type Item = {
  kind: KindKey
  topic: string
  box: Box
  count: number
  more: boolean
  trials: number
  newest_seq: number
  since: Date
  latest: Date
  due_at: Date | null
  subject: string
  label: string
  outcome: string
  reason: string
  entity_name: string
  store_code_ids: string[]
  snoozed_until: Date | null
}

export type Reader = { caller: UserCaller; ways: Ways; allow_self_approval: boolean; now: Date }

/** Which items: reaching the reader in one of these ways, in one of these boxes; of one kind, or after a `seq`. */
export type Wanted = {
  by: readonly Way[]
  boxes: readonly Box[]
  kinds?: readonly KindKey[]
  topic?: string
  after_seq?: number
  to_seq?: number
  /** How many at most; as many as are shown unless told otherwise. */
  limit?: number
}

type Counted = { n: number; n_trials: number; parts_max: number; newest_seq: string }

/**
 * The items of one reader, those with a deadline first and then the newest. Read through the reader's departments and
 * rights as they are now: what is out of reach is not counted. Of each department and kind an index is read for as
 * many rows as are counted.
 */
export const readItems = async (handle: Db | Tx, reader: Reader, wanted: Wanted): Promise<Item[]> => {
  const { boxes, topic = null, after_seq = 0, to_seq = Number.MAX_SAFE_INTEGER, limit = ITEMS_MAX } = wanted
  const { user_id } = reader.caller
  const { rows } = await sql<Omit<Item, 'more' | 'count' | 'trials' | 'newest_seq'> & Counted>`
    WITH found AS (${foundBy(reader, wanted)}), boxed AS (
      SELECT f.*, b.box, CASE WHEN b.box = 'snoozed' THEN m.snoozed_until END AS snoozed_until
      FROM found f LEFT JOIN notice_marks m
        ON m.user_id = ${user_id} AND m.kind = f.kind AND m.topic = f.topic
      CROSS JOIN LATERAL (SELECT ${boxAt(reader.now)} AS box) AS b
      WHERE f.seq > ${after_seq}::bigint AND f.seq <= ${to_seq}::bigint
        AND (${topic}::text IS NULL OR f.topic = ${topic})
    ), items AS (
      SELECT kind, topic, box, sender_entity_id, snoozed_until, count(*)::int AS n,
        count(*) FILTER (WHERE environment <> 'prod')::int AS n_trials, max(part)::int AS parts_max,
        max(seq) AS newest_seq, min(began_at) AS since, max(began_at) AS latest, min(due_at) AS due_at,
        (array_agg(subject ORDER BY seq DESC))[1] AS subject, (array_agg(label ORDER BY seq DESC))[1] AS label,
        (array_agg(outcome ORDER BY seq DESC))[1] AS outcome, (array_agg(reason ORDER BY seq DESC))[1] AS reason,
        COALESCE(array_agg(DISTINCT store_code_id::text) FILTER (WHERE store_code_id IS NOT NULL), '{}')
          AS store_code_ids
      FROM boxed WHERE box = ANY(${[...boxes]}::text[])
      GROUP BY kind, topic, box, sender_entity_id, snoozed_until
    )
    SELECT i.kind, i.topic, i.box, i.n, i.n_trials, i.parts_max, i.newest_seq, i.since, i.latest, i.due_at, i.subject,
      i.label, i.outcome, i.reason, i.store_code_ids, i.snoozed_until, COALESCE(e.name, '') AS entity_name
    FROM items i LEFT JOIN sender_entities e ON e.id = i.sender_entity_id
    ORDER BY i.due_at NULLS LAST, i.newest_seq DESC LIMIT ${limit}`.execute(handle)
  return rows.map(({ n, n_trials, parts_max, newest_seq, ...item }) => ({
    ...item,
    ...countOf({ n, n_trials, parts_max }),
    // By the moment at which it is read: that a last day by law is over is news to nobody's job.
    outcome: isOverdue(item, reader.now) ? OVERDUE : item.outcome,
    newest_seq: Number(newest_seq),
  }))
}

/** Where there are more than are counted nobody knows whether all are trials: as many of them as that are not all. */
export const countOf = ({ n, n_trials, parts_max }: Omit<Counted, 'newest_seq'>) => {
  const count = Math.min(n, COUNTED_MAX)
  const more = n > COUNTED_MAX || parts_max > COUNTED_MAX
  return { count, more, trials: n_trials === n && !more ? count : Math.min(n_trials, count - 1) }
}

const isOverdue = ({ kind, due_at }: Pick<Item, 'kind' | 'due_at'>, now: Date) =>
  kind === 'submission_deadline' && due_at !== null && due_at <= now

/** Where a notice `f` lies by the mark `m`. */
const boxAt = (now: Date) => sql`CASE
  WHEN m.done @> f.seq THEN 'done'
  WHEN m.snoozed @> f.seq AND m.snoozed_until > ${now} THEN 'snoozed' ELSE 'inbox' END`

const COLUMNS = sql.raw(
  'kind, topic, seq, subject, label, outcome, reason, sender_entity_id, store_code_id, environment, began_at, due_at',
)

/** What the reader reaches: in each department, as the person, and as a superadmin. */
export const foundBy = ({ caller, ways, allow_self_approval }: Reader, wanted: Wanted) => {
  const { by, kinds, boxes, after_seq = 0 } = wanted
  const superadmin = isSuperadmin(caller)
  const told = kindsBy(by, { superadmin, flags: caller.flags }, ways).filter(
    ({ key }) => kinds?.includes(key) ?? true,
  )
  const keysOf = (readers: (typeof KINDS)[number]['readers']['of']) =>
    told.filter((kind) => kind.readers.of === readers).map(({ key }) => key)
  const { user_id } = caller
  // Whoever may approve their own is told that it waits.
  const meant = sql`(NOT (hidden_from @> ARRAY[${user_id}]::uuid[])
    OR ${allow_self_approval ? sql`kind = 'approval_waiting'` : sql`FALSE`})`
  const newest = (condition: RawBuilder<unknown>) => sql`
    SELECT ${COLUMNS}, row_number() OVER () AS part FROM (
      SELECT ${COLUMNS} FROM notices WHERE ${condition} ORDER BY seq DESC LIMIT ${COUNTED_MAX + 1}) AS n`
  // What departments are told is one item of their company: what was done before all that is not is not read again.
  const seen = boxes.includes('done')
    ? sql`${after_seq}::bigint`
    : sql`greatest(${after_seq}::bigint, (
        SELECT lower(int8multirange(int8range(0, NULL)) - done) - 1 FROM notice_marks
        WHERE user_id = ${user_id} AND kind = k.key AND topic = s.entity_id::text))`
  return sql`
    SELECT n.* FROM unnest(${namedStores(caller)}::uuid[],
        ${caller.stores.map(({ sender_entity_id }) => sender_entity_id)}::uuid[]) AS s(id, entity_id)
      CROSS JOIN unnest(${keysOf('department')}::text[]) AS k(key)
      CROSS JOIN LATERAL (${newest(sql`store_code_id = s.id AND kind = k.key AND seq > ${seen} AND ${meant}`)}) AS n
    UNION ALL (${newest(sql`user_id = ${user_id} AND kind = ANY(${keysOf('person')}::text[])`)})
    UNION ALL SELECT n.* FROM unnest(${keysOf('office')}::text[]) AS k(key) CROSS JOIN LATERAL (${newest(
      sql`store_code_id IS NULL AND user_id IS NULL AND kind = k.key AND ${meant}`,
    )}) AS n`
}
