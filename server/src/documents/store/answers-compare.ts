import { sql } from 'kysely'
import type { Disagreement } from '../../evidence/kind.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export const ABOUT = ['submission', 'attempt', 'cancellation'] as const
export type About = (typeof ABOUT)[number]

/** What a row says of the authority's answer. The hash of an attempt counts only if its bytes have it. */
export const asStored = (about: About) => {
  switch (about) {
    case 'submission':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, http_status, correlation_id,
        submission_uid AS authority_uuid, NULL AS document_hash, answer FROM submissions`
    case 'attempt':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, NULL::integer AS http_status,
        '' AS correlation_id, authority_uuid, CASE WHEN encode(sha256(bytes), 'hex') = document_hash
          THEN document_hash ELSE '' END AS document_hash, answer FROM attempts`
    case 'cancellation':
      return sql`SELECT id AS about_id, sender_entity_id, state, answered_at, NULL::integer AS http_status,
        correlation_id, NULL AS authority_uuid, NULL AS document_hash, answer FROM cancellations`
    default:
      return about satisfies never
  }
}

const TABLES = { submission: 'submissions', attempt: 'attempts', cancellation: 'cancellations' } as const
const ROWS_AT_ONCE = 1_000

/** The first submission, attempt or cancellation that says otherwise than its newest kept answer, or is gone. */
export const firstDisagreement = async (handle: Db | Tx): Promise<Disagreement | undefined> => {
  for (const about of ABOUT) {
    const found = (await firstOther(handle, about)) ?? (await firstGone(handle, about))
    if (found) return { kind: TABLES[about], ...found }
  }
  return undefined
}

type Found = Omit<Disagreement, 'kind'>
type Row = { id: string; chain: string; same: boolean }

const firstOther = async (handle: Db | Tx, about: About): Promise<Found | undefined> => {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
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
      WHERE s.about_id > ${after}::uuid ORDER BY s.about_id LIMIT ${ROWS_AT_ONCE}`.execute(handle)
    const other = rows.find(({ same }) => !same)
    if (other)
      return { id: other.id, chain: other.chain, why: 'It says otherwise than the answer that was kept.' }
    after = rows.at(-1)?.id
  }
  return undefined
}

const firstGone = async (handle: Db | Tx, about: About): Promise<Found | undefined> => {
  const { rows } = await sql<Omit<Row, 'same'>>`
    SELECT k.about_id AS id, k.sender_entity_id AS chain FROM authority_answers AS k
    LEFT JOIN ${sql.table(TABLES[about])} AS t ON t.id = k.about_id
    WHERE k.about = ${about} AND t.id IS NULL ORDER BY k.id LIMIT 1`.execute(handle)
  return rows[0] && { ...rows[0], why: 'It is gone, although an answer to it was kept.' }
}
