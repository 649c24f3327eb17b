import { sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DocumentRow } from '../store/rows.ts'

/** A line of a document's history, with what tells which document it is. */
export type LifeStep = {
  document_id: string
  /** Which line of that document it is, from 1; some lines are no moves, and told to nobody. */
  sequence: number
  at: Date
  /** Empty: it was made. */
  from_status: Status | ''
  to_status: Status
  invoice_number: string
  invoice_type: string
  sender_store_code: string
  environment: DocumentRow['environment']
  sender_entity_id: string
  store_code_id: string
  /** The document that it replaces, and that one's department. */
  corrects: string | null
  corrects_store_code_id: string | null
}

/** What `documentsMoved` named, the oldest first; for jobs, which act for no caller. */
export const readLifeSteps = async (db: Db, history_ids: readonly string[]): Promise<LifeStep[]> => {
  const { rows } = await sql<LifeStep>`
    SELECT h.document_id, h.at, h.from_status, h.to_status,
      d.invoice_number, d.invoice_type, d.sender_store_code, d.environment, d.sender_entity_id,
      d.store_code_id, d.corrects, o.store_code_id AS corrects_store_code_id,
      (SELECT count(*)::int FROM document_history b WHERE b.document_id = h.document_id AND b.id <= h.id) AS sequence
    FROM document_history h JOIN documents d ON d.id = h.document_id
      LEFT JOIN documents o ON o.id = d.corrects AND o.sender_entity_id = d.sender_entity_id
    WHERE h.id = ANY(${[...history_ids]}::bigint[])
    ORDER BY h.id`.execute(db)
  return rows
}
