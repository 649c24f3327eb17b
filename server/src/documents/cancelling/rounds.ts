import { sql } from 'kysely'
import { ENVIRONMENTS } from '#contract/entities.ts'
import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import { cutText } from '#domain/text/cut.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/units.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Db } from '../../platform/db/database.ts'
import type { WatchQuestion, WatchRoundTable } from '../store/tables.ts'
import { type Left, SPAN_MS_MAX, wholeOf } from './left.ts'

/** Where one company stands with what it has sent in one environment: a round that goes on, or that begins now. */
export type Round = {
  sender_entity_id: string
  environment: Environment
  question: WatchQuestion
  began_at: Date
  left: Left
}

/** The authority received a document before it validated it, and clocks differ a little. */
const MARGIN_MS = HOUR_MS
const REFUSED_LENGTH_MAX = 500

/**
 * How long ago a document may have been validated, at most. A request for rejection can be answered for 72 hours. A
 * cancellation holds for ever: whatever could still be cancelled when a complete round began is looked for, and, of a
 * company without one, whatever a search shows.
 */
const WATCHED_MS: Record<WatchQuestion, number> = { cancelled: 28 * DAY_MS, all: CANCEL_WINDOW_MS }

type Found = Pick<Round, 'sender_entity_id' | 'environment' | 'question'> & { first_at: Date } & {
  [column in 'began_at' | 'round_from' | 'slice_from' | 'slice_to' | 'page']: WatchRoundTable[column] | null
}

/**
 * The rounds of all companies that have documents to be watched; who was asked about longest ago comes first. Of each
 * department the first validated document is read, and those that were judged late, not all of them. Without OFFSET 0
 * the least submission would be looked for among all, from the oldest of the archive on.
 */
export const roundsDue = async (db: Db, now: Date): Promise<Round[]> => {
  const oldest = (question: WatchQuestion) => new Date(now.getTime() - WATCHED_MS[question])
  const back_ms = CANCEL_WINDOW_MS + MARGIN_MS
  const watched = sql`store_code_id = store.id AND environment = place.environment AND status = 'Validated'
    AND validated_at > bound.since`
  const { rows } = await sql<Found>`
    SELECT store.sender_entity_id, place.environment, asked.question,
      LEAST(min(first.validated_at), min(late.submitted_at)) AS first_at,
      known.began_at, known.round_from, known.slice_from, known.slice_to, known.page
    FROM store_codes AS store CROSS JOIN unnest(${ENVIRONMENTS}::text[]) AS place(environment)
      CROSS JOIN (VALUES ('cancelled', ${oldest('cancelled')}::timestamptz), ('all', ${oldest('all')}))
        AS asked(question, oldest)
      LEFT JOIN watch_rounds AS known ON known.sender_entity_id = store.sender_entity_id
        AND known.environment = place.environment AND known.question = asked.question
      CROSS JOIN LATERAL (
        SELECT GREATEST(asked.oldest, known.known_until - ${back_ms}::float8 * interval '1 millisecond') AS since
      ) AS bound
      CROSS JOIN LATERAL (
        SELECT validated_at FROM documents WHERE ${watched} ORDER BY validated_at LIMIT 1) AS first
      LEFT JOIN LATERAL (
        SELECT submitted_at FROM documents
        WHERE ${watched} AND validated_at - submitted_at > interval '1 hour' OFFSET 0) AS late ON true
    GROUP BY store.sender_entity_id, place.environment, asked.question,
      known.sender_entity_id, known.environment, known.question
    ORDER BY known.asked_at NULLS FIRST, store.sender_entity_id, place.environment, asked.question`.execute(
    db,
  )
  return rows.map((row) => roundOf(row, now))
}

/** One that is under way goes on; what is in no need of it any more is left out. */
const roundOf = (found: Found, now: Date): Round => {
  const { sender_entity_id, environment, question } = found
  const { first_at, began_at, round_from, slice_from, slice_to, page } = found
  const of = { sender_entity_id, environment, question }
  const to = new Date(now.getTime() + MARGIN_MS)
  const from = laterOf(new Date(first_at.getTime() - MARGIN_MS), new Date(to.getTime() - SPAN_MS_MAX))
  if (began_at && round_from && slice_from && slice_to && page && slice_to > from)
    return { ...of, began_at, left: { round_from: laterOf(round_from, from), slice_from, slice_to, page } }
  return { ...of, began_at: now, left: wholeOf(from, to) }
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)

/**
 * Keeps where a company stands, so that the next run goes on there; without `left` the round is complete. `refused`:
 * why the authority refuses to answer, which is told to people; null where it did not answer for another reason, and
 * what it said before still holds. A company that was removed meanwhile is left alone.
 */
export const keepRound = async (
  db: Db,
  { sender_entity_id, environment, question, began_at }: Round,
  { left, now, refused }: { left: Left | undefined; now: Date; refused?: string | null },
): Promise<void> => {
  const { round_from = null, slice_from = null, slice_to = null, page = 1 } = left ?? {}
  await sql`
    INSERT INTO watch_rounds AS known (sender_entity_id, environment, question, asked_at, began_at, known_until,
      round_from, slice_from, slice_to, page, refused_since, refused_why)
    SELECT id, ${environment}, ${question}, ${now}, ${began_at}, ${left ? null : began_at}::timestamptz,
      ${round_from}::timestamptz, ${slice_from}::timestamptz, ${slice_to}::timestamptz, ${page},
      ${refused ? now : null}::timestamptz, ${cutText(refused ?? '', REFUSED_LENGTH_MAX)}
    FROM sender_entities WHERE id = ${sender_entity_id}
    ON CONFLICT (sender_entity_id, environment, question) DO UPDATE SET
      asked_at = excluded.asked_at, began_at = excluded.began_at,
      known_until = COALESCE(excluded.known_until, known.known_until), round_from = excluded.round_from,
      slice_from = excluded.slice_from, slice_to = excluded.slice_to, page = excluded.page,
      refused_why = CASE WHEN ${refused === null} THEN known.refused_why ELSE excluded.refused_why END,
      refused_since = CASE WHEN ${refused === null} THEN known.refused_since
        WHEN excluded.refused_since IS NOT NULL THEN COALESCE(known.refused_since, excluded.refused_since) END`.execute(
    db,
  )
}
