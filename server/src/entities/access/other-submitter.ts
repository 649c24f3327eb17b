import { sql } from 'kysely'
import { CANCEL_WINDOW_MS } from '#domain/access/policy.ts'
import { conflict } from '#domain/problems.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Environment } from '../records/tables.ts'
import { loadSecrets } from './secrets.ts'
import type { Testing } from './test-connection.ts'

type Named = { client_id: string; on_behalf_of: string }
type Place = { id: string; environment: Environment }

/**
 * Whether these credentials are another submitter's: the authority tells what became of a submission only to the
 * taxpayer, whichever of its clients asks, or to the intermediary that sent it (MyInvois API, Get Submission; Search
 * Documents). Whose a client of an intermediary's is nobody tells us.
 */
export const isOther = (known: Named, given: Named): boolean =>
  known.on_behalf_of !== given.on_behalf_of ||
  (known.on_behalf_of !== '' && known.client_id !== given.client_id)

/**
 * Whether something waits for its verdict or its cancellation, and the authority takes those that could ask for it no
 * more.
 */
export const areRevoked = async (by: Testing, { id, environment }: Place): Promise<boolean> => {
  const { db, box, now, authority } = by
  const { submitted, cancelling } = await countOpen(db, { id, environment }, now)
  const secrets =
    submitted + cancelling > 0 && (await loadSecrets(db, box, { sender_entity_id: id, environment, now }))
  if (!secrets) return false
  // A token that is held proves nothing.
  await authority.forget(secrets)
  const answer = await authority.documentTypes(secrets)
  return answer.kind === 'unavailable' && answer.credentials_refused
}

/**
 * Throws conflict `documents_open` while the authority is asked what became of documents: another submitter never
 * learns it, and a search that shows it nothing would speak for sending them a second time. Of credentials that are
 * `revoked` no verdict is waited for, nor a cancellation.
 */
export const demandNoneOpen = async (
  tx: Tx,
  place: Place,
  { revoked, now }: { revoked: boolean; now: Date },
): Promise<void> => {
  const { submitted, unknown, cancelling } = await countOpen(tx, place, now)
  const waiting = revoked ? 0 : submitted
  const asked = revoked ? 0 : cancelling
  if (waiting + unknown + asked === 0) return
  throw conflict(
    'documents_open',
    `Submitted: ${waiting}, Outcome Unknown: ${unknown}, cancellations: ${asked}. LHDN tells what became of them ` +
      'only to who sent them, by the credentials that are stored now. Replace these once LHDN has told; ' +
      'about Outcome Unknown an approver can decide two hours after the sending.',
  )
}

/** In words of a person enough of them. */
const COUNTED_MAX = 1_000

/**
 * Those of a company that were sent to an environment and have no verdict, store by store as an index has them: what
 * the authority has not judged within three days nobody waits for. What is just being sent counts as unknown. Of
 * cancellations those that are under way, or whose answer was lost; for three days as well.
 */
const countOpen = async (handle: Db | Tx, { id, environment }: Place, now: Date) => {
  const since = new Date(now.getTime() - CANCEL_WINDOW_MS)
  const { rows } = await sql<{ submitted: number; unknown: number; cancelling: number }>`
    SELECT (SELECT count(*)::int FROM ${openOf('Submitted', { id, environment })} AND d.submitted_at > ${since}
        LIMIT ${COUNTED_MAX}) AS one) AS submitted,
      (SELECT count(*)::int FROM ${openOf('Outcome Unknown', { id, environment })}
        LIMIT ${COUNTED_MAX}) AS one) +
      (SELECT count(*)::int FROM submissions AS s JOIN attempts AS a ON a.submission_id = s.id
        WHERE s.sender_entity_id = ${id} AND s.environment = ${environment} AND s.state = 'intent') AS unknown,
      (SELECT count(*)::int FROM cancellations AS c JOIN documents AS d ON d.id = c.document_id
          AND d.sender_entity_id = c.sender_entity_id
        WHERE c.sender_entity_id = ${id} AND d.environment = ${environment} AND c.state IN ('intent', 'unclear')
          AND c.intended_at > ${since}) AS cancelling`.execute(handle)
  return rows[0] ?? { submitted: 0, unknown: 0, cancelling: 0 }
}

/** Without its end. */
const openOf = (status: string, { id, environment }: Place) => sql`(
  SELECT FROM store_codes AS store JOIN documents AS d ON d.store_code_id = store.id
  WHERE store.sender_entity_id = ${id} AND d.status = ${status} AND d.environment = ${environment}`
