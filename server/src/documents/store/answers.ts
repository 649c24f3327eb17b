import { sql } from 'kysely'
import { seal } from '../../evidence/seal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/prepared.ts'
import { type About, asWritten } from './answers-compare.ts'
import { answerRecords } from './records.ts'

/** All of a record: a migration that adds a column names it there as well. */
const RECORDED = sql.join([answerRecords.key, ...answerRecords.columns].map((column) => sql.ref(column)))

/**
 * Keeps what the authority has answered about these rows, as they stand in this transaction: right after each change
 * of what it said, so that the newest kept answer is always what the row says.
 */
export const keepAnswers = async (
  tx: Tx,
  about: About,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> => {
  const { rows } = await sql<Record<string, unknown>>`
    INSERT INTO authority_answers (about, about_id, sender_entity_id, state, answered_at, http_status,
      correlation_id, authority_uuid, document_hash, answer)
    SELECT ${about}, s.* FROM (${asWritten(about)}) AS s WHERE s.about_id = ANY(${[...ids]}::uuid[])
    RETURNING ${RECORDED} ${PREPARED}`.execute(tx)
  await seal(tx, answerRecords, rows, now)
}
