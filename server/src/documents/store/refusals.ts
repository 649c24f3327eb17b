import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { cutText } from '#domain/text/cut.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { inEntities, inStores } from '../../access/scope.ts'
import type { Environment } from '../../authority/wire/environments.ts'
import type { Asked } from '../../authority/words/answers.ts'
import { explain } from '../../authority/words/sentences.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Retention } from '../../platform/retention/retention.ts'
import { on } from './tables.ts'

const WHY_LENGTH_MAX = 500
/** What is asked for again is so within an hour; nobody knows whether older ones still hold. */
const TOLD_MS = HOUR_MS
const READ_MAX = 1_000
/** That a verdict is not told may pass: after so long people hear of it. */
export const UNTOLD_AFTER_MS = 10 * MINUTE_MS

export const refusalRetention: Retention = {
  table: 'authority_refusals',
  column: 'last_at',
  kept_ms: 24 * TOLD_MS,
}

/** What was refused: a document that was sent once more, or its verdict; or (null) to tell verdicts of the company. */
export type RefusedThing = {
  sender_entity_id: string
  environment: Environment
  document_id: string | null
}

/** For people: what keeps the authority from answering until somebody mends it; undefined where it may pass. */
export const refusalIn = (answer: Asked<unknown>): string | undefined => {
  if (answer.kind === 'refused') return explain(answer.reasons, answer.correlation_id)
  return answer.kind === 'unavailable' && answer.credentials_refused ? answer.why : undefined
}

/** Notes that the authority refused something which asking again may not mend; answers since when it does. */
export const noteRefusal = async (
  handle: Db | Tx,
  of: RefusedThing,
  { why, now }: { why: string; now: Date },
): Promise<Date> => {
  const { since } = await on(handle)
    .insertInto('authority_refusals')
    .values({ ...of, why: cutText(why, WHY_LENGTH_MAX), since: now, last_at: now })
    .onConflict((same) =>
      same.columns(['sender_entity_id', 'environment', 'document_id']).doUpdateSet((eb) => ({
        why: eb.ref('excluded.why'),
        last_at: eb.ref('excluded.last_at'),
        // One of which nothing was told any more begins anew.
        since: sql<Date>`CASE WHEN authority_refusals.last_at > ${toldFrom(now)}
            THEN authority_refusals.since ELSE excluded.since END`,
      })),
    )
    .returning('since')
    .executeTakeFirstOrThrow()
  return since
}

/** Notes that it tells verdicts of a company again (null), and those on these documents. */
export const forgetRefusals = async (
  db: Db,
  { sender_entity_id, environment }: Omit<RefusedThing, 'document_id'>,
  document_ids: readonly (string | null)[],
): Promise<void> => {
  if (document_ids.length === 0) return
  const ids = document_ids.filter((id) => id !== null)
  await on(db)
    .deleteFrom('authority_refusals')
    .where('sender_entity_id', '=', sender_entity_id)
    .where('environment', '=', environment)
    .where((eb) =>
      eb.or([
        sql<boolean>`document_id = ANY(${ids}::uuid[])`,
        ...(document_ids.includes(null) ? [eb('document_id', 'is', null)] : []),
      ]),
    )
    .execute()
}

const toldFrom = (now: Date) => new Date(now.getTime() - TOLD_MS)

/** Of these documents those of whose company the authority refuses to tell verdicts, by their ids, and why. */
export const untoldAmong = async (
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await on(db)
    .selectFrom('documents as d')
    .innerJoin('authority_refusals as r', (of) =>
      of
        .onRef('r.sender_entity_id', '=', 'd.sender_entity_id')
        .onRef('r.environment', '=', 'd.environment')
        .on('r.document_id', 'is', null),
    )
    .where('d.id', 'in', ids)
    .where('r.last_at', '>', toldFrom(now))
    .select(['d.id', 'r.why'])
    .execute()
  return new Map(rows.map(({ id, why }) => [id, why]))
}

type Found = Omit<RefusedThing, 'document_id'> & {
  name: string
  invoice_number: string | null
  why: string
  since: Date
}

/**
 * Those of the last hour that the caller may know of, of each kind the newest first: nothing of documents that one may
 * not see, nor of those of which it is known by now what became of them. Only what was sent once more has its number.
 * What is refused to the watch (`rounds.ts`) is as what is refused of verdicts, and comes after it.
 */
export const recentRefusals = async (db: Db, caller: Caller, now: Date): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    SELECT r.sender_entity_id, r.environment, r.why, r.since, e.name,
      CASE WHEN d.status = 'Outcome Unknown' THEN d.invoice_number END AS invoice_number
    FROM (
        SELECT sender_entity_id, environment, document_id, why, since, last_at, NULL::timestamptz AS watch_since
        FROM authority_refusals WHERE last_at > ${toldFrom(now)}
        UNION ALL
        SELECT sender_entity_id, environment, NULL, refused_why, refused_since, asked_at, refused_since
        FROM watch_rounds WHERE refused_since IS NOT NULL AND asked_at > ${toldFrom(now)}
      ) AS r JOIN sender_entities AS e ON e.id = r.sender_entity_id
      LEFT JOIN documents AS d ON d.id = r.document_id AND d.sender_entity_id = r.sender_entity_id
    WHERE CASE WHEN r.document_id IS NULL THEN ${inEntities(caller, 'r.sender_entity_id')}
        ELSE (d.status = 'Outcome Unknown'
            OR d.status = 'Submitted' AND r.last_at - r.since >= ${UNTOLD_AFTER_MS} * interval '1 millisecond')
          AND ${inStores(caller, 'd.store_code_id')} END
    ORDER BY r.document_id IS NOT NULL, watch_since NULLS FIRST, r.last_at DESC, d.invoice_number
    LIMIT ${READ_MAX}`.execute(db)
  return rows
}
