import { type RawBuilder, sql } from 'kysely'
import type { Disagreement } from '../../evidence/kind.ts'
import { BEFORE_ALL_IDS } from '../../platform/db/before-all-ids.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

const ABOUT = ['submission', 'attempt', 'cancellation'] as const
export type About = (typeof ABOUT)[number]

/** What a row says of the authority's answer; an attempt also of what was sent, `document_hash`. */
export const asWritten = (about: About, document_hash: RawBuilder<unknown> = sql.ref('document_hash')) => {
  switch (about) {
    case 'submission':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, http_status, correlation_id,
        submission_uid AS authority_uuid, NULL AS document_hash, answer FROM submissions`
    case 'attempt':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, NULL::integer AS http_status,
        '' AS correlation_id, authority_uuid, ${document_hash} AS document_hash, answer FROM attempts`
    case 'cancellation':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, NULL::integer AS http_status,
        correlation_id, NULL AS authority_uuid, NULL AS document_hash, answer FROM cancellations`
    default:
      return about satisfies never
  }
}

/** The same, held against what lies there: the hash of an attempt counts only while its bytes have it. */
const asStored = (about: About) =>
  asWritten(about, sql`CASE WHEN encode(sha256(bytes), 'hex') = document_hash THEN document_hash ELSE '' END`)

const TABLES = { submission: 'submissions', attempt: 'attempts', cancellation: 'cancellations' } as const

/**
 * The first submission, attempt or cancellation that says otherwise than its newest kept answer, or is gone. Reads so
 * many rows at once.
 */
export const firstDisagreement = async (
  handle: Db | Tx,
  rows_max: number,
): Promise<Disagreement | undefined> => {
  for (const about of ABOUT) {
    const other = await firstOther(handle, about, rows_max)
    if (other) return { kind: TABLES[about], ...other }
  }
  return firstGone(handle, rows_max)
}

type Row = { id: string; chain: string; same: boolean }

const firstOther = async (handle: Db | Tx, about: About, rows_max: number) => {
  let after: string | undefined = BEFORE_ALL_IDS
  while (after !== undefined) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      SELECT s.about_id AS id, s.sender_entity_id AS chain, CASE WHEN k.id IS NULL THEN s.state = 'intent' ELSE
        (k.sender_entity_id, k.state, k.answered_at, k.http_status, k.correlation_id, k.authority_uuid,
          k.document_hash, k.answer) IS NOT DISTINCT FROM
        (s.sender_entity_id, s.state, s.answered_at, s.http_status, s.correlation_id, s.authority_uuid,
          s.document_hash, s.answer) END AS same
      FROM (${asStored(about)}) AS s
      LEFT JOIN LATERAL (SELECT * FROM authority_answers AS k WHERE k.about_id = s.about_id AND k.about = ${about}
        ORDER BY k.id DESC LIMIT 1) AS k ON true
      WHERE s.about_id > ${after}::uuid ORDER BY s.about_id LIMIT ${rows_max}`.execute(handle)
    const other = rows.find(({ same }) => !same)
    if (other)
      return { id: other.id, chain: other.chain, why: 'It says otherwise than the answer that was kept.' }
    after = rows.at(-1)?.id
  }
  return undefined
}

type Kept = { nr: string; about: About; id: string; chain: string; there: boolean }

const firstGone = async (handle: Db | Tx, rows_max: number): Promise<Disagreement | undefined> => {
  let after: string | undefined = '-9223372036854775808'
  while (after !== undefined) {
    const { rows }: { rows: Kept[] } = await sql<Kept>`
      SELECT k.id::text AS nr, k.about, k.about_id AS id, k.sender_entity_id AS chain, CASE k.about
        WHEN 'submission' THEN EXISTS (SELECT FROM submissions AS t WHERE t.id = k.about_id)
        WHEN 'attempt' THEN EXISTS (SELECT FROM attempts AS t WHERE t.id = k.about_id)
        ELSE EXISTS (SELECT FROM cancellations AS t WHERE t.id = k.about_id) END AS there
      FROM (SELECT * FROM authority_answers WHERE id > ${after}::bigint ORDER BY id LIMIT ${rows_max}) AS k
      ORDER BY k.id`.execute(handle)
    const gone = rows.find(({ there }) => !there)
    if (gone) {
      const { about, id, chain } = gone
      return { kind: TABLES[about], id, chain, why: 'It is gone, although an answer to it was kept.' }
    }
    after = rows.at(-1)?.nr
  }
  return undefined
}
