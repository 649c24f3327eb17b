import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Question } from './life/await-verdict.ts'
import type { AttemptRow } from './sending/attempts.ts'
import type { Wanted } from './sending/to-send.ts'
import { isReleased } from './store/conditions.ts'
import { LANES, on } from './store/tables.ts'

// What stands between approval and verdict without a change since a time (an instant, UTC), by what one job does for
// it: one for all that waits in a lane, one for all of a submission. However much of a kind there is, it keeps nothing
// of another kind from being found.

/** The lanes in which something waits to be sent. */
export const quietLanes = async (db: Db, since: Date): Promise<Wanted[]> => {
  const { rows } = await sql<Wanted>`SELECT company.id AS sender_entity_id, of_lane AS lane
    FROM sender_entities AS company, unnest(${[...LANES]}::text[]) AS of_lane, LATERAL (
      SELECT FROM documents WHERE sender_entity_id = company.id AND lane = of_lane AND status = 'Approved'
        AND modified_at <= ${since} AND ${isReleased} LIMIT 1) AS waiting`.execute(db)
  return rows
}

/** The next submissions without a verdict on all they hold, at most so many. */
export const quietSubmissions = (db: Db, since: Date, limit: number, after?: Question): Promise<Question[]> =>
  on(db)
    .selectFrom('documents')
    .where('status', '=', 'Submitted')
    .where('modified_at', '<=', since)
    .where('submission_uid', '>', after?.submission_uid ?? '')
    .distinctOn('submission_uid')
    .orderBy('submission_uid')
    .select(['sender_entity_id', 'submission_uid'])
    .$narrowType<Question>()
    .limit(limit)
    .execute()

/** The next documents without a verdict that were found in an answer without their submission, at most so many. */
export const quietAlone = (db: Db, since: Date, limit: number, after?: Question): Promise<Question[]> =>
  on(db)
    .selectFrom('documents')
    .where('status', '=', 'Submitted')
    .where('modified_at', '<=', since)
    .where('submission_uid', '=', '')
    .where('authority_uuid', '>', after?.authority_uuid ?? '')
    .orderBy('authority_uuid')
    .select(['sender_entity_id', 'submission_uid', 'authority_uuid'])
    .$narrowType<Required<Question>>()
    .limit(limit)
    .execute()

export type Unclear = Pick<AttemptRow, 'id' | 'issued_at'>

/** The next copies whose answer was lost and is still looked for, at most so many. */
export const quietUnclear = (db: Db, since: Date, limit: number, after?: Unclear): Promise<Unclear[]> =>
  on(db)
    .selectFrom('attempts')
    .innerJoin('documents', 'documents.id', 'attempts.document_id')
    .where('attempts.state', '=', 'unclear')
    .where('attempts.heard_at', 'is', null)
    .$if(after !== undefined, (of) =>
      of.where(sql<boolean>`(attempts.issued_at, attempts.id) > (${after?.issued_at}, ${after?.id}::uuid)`),
    )
    .where('documents.status', '=', 'Outcome Unknown')
    .where('documents.modified_at', '<=', since)
    .orderBy('attempts.issued_at')
    .orderBy('attempts.id')
    .select(['attempts.id', 'attempts.issued_at'])
    .limit(limit)
    .execute()

/** The companies of which something is held. */
export const companiesHeld = async (db: Db): Promise<{ sender_entity_id: string }[]> => {
  const { rows } = await sql<{ sender_entity_id: string }>`SELECT DISTINCT s.sender_entity_id
    FROM store_codes AS s, LATERAL (
      SELECT FROM documents WHERE store_code_id = s.id AND status = 'OnHold' LIMIT 1) AS held`.execute(db)
  return rows
}
