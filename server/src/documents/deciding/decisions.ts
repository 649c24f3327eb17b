import { sql } from 'kysely'
import { own } from '#codes/own.ts'
import type { Status } from '#domain/documents/lifecycle.ts'
import { formatInstant } from '#domain/time/dates.ts'
import type { Tx } from '../../platform/db/database.ts'

/** Why a document was not decided about; the code is a stable word. */
export type Reason = { code: string; why: string }

export const CHANGED: Reason = {
  code: 'changed_meanwhile',
  why: 'The document was changed since you opened it. Look at it again.',
}

const DONE = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn', edit: 'edited' }

/** Of documents that nobody can decide about any more: what happened to each last, and who did it, by id. */
export const decisionsOn = async (
  tx: Tx,
  documents: readonly { id: string; status: Status }[],
): Promise<ReadonlyMap<string, Reason>> => {
  const statuses = new Map(documents.map(({ id, status }) => [id, status]))
  const { rows } = await sql<{ document_id: string; event: string; actor_name: string; at: Date }>`
    SELECT DISTINCT ON (document_id) document_id, event, actor_name, at FROM document_history
    WHERE document_id = ANY(${[...statuses.keys()]}::uuid[]) AND event = ANY(${Object.keys(DONE)}::text[])
    ORDER BY document_id, id DESC`.execute(tx)
  return new Map(
    rows.map(({ document_id, event, actor_name, at }) => {
      const done = own(DONE, event) ?? event
      const status = statuses.get(document_id)
      const why = `Already ${done} by ${actor_name} on ${formatInstant(at)}; it is ${status} now.`
      return [document_id, { code: 'already_decided', why }]
    }),
  )
}
