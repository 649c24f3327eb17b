import { sql } from 'kysely'
import type { Status } from '#domain/documents/lifecycle.ts'
import { conflict } from '#domain/problems.ts'
import type { Tx } from '../../platform/db/database.ts'
import { openAttempt } from '../sending/attempts.ts'
import { foundOf, readComparison } from '../sending/compared.ts'
import type { LockedDocument } from '../store/rows.ts'

const REFUSED: readonly Status[] = ['Submission Failed', 'Invalid']

/**
 * A document is thrown away only where LHDN has no valid copy of it that is known of, which would stay there unknown.
 * Throws conflict `received_already` while LHDN has one of this number that nobody has looked at, and `outcome_unknown`
 * where a copy of what failed was taken, or may have been. Of what was refused it must be known besides: `comparing`
 * after a silence, until LHDN was asked what it has (decision 061). The others went nowhere as far as anybody knows
 * here, and where credentials are missing LHDN is never asked. A trial of an environment that the company has left is
 * no tax document, and perhaps nobody can ask there any more.
 */
export const demandNotThere = async (tx: Tx, document: LockedDocument, now: Date): Promise<void> => {
  if (await isFormerTrial(tx, document)) return
  const is_refused = REFUSED.includes(document.status)
  // In this order: what a comparison found is stored before it ends.
  if (is_refused && (await readComparison(tx, document, now)).since) throw conflict('comparing', COMPARING)
  const found = (await foundOf(tx, document, [document.id])).get(document.id)
  if (found && !found.differs_at)
    throw conflict('received_already', WHAT_THEN[document.status] ?? RECEIVED_ALREADY)
  if (document.status === 'Submission Failed' && (await openAttempt(tx, document.id, document.revision)))
    throw conflict('outcome_unknown', MAY_BE_THERE)
}

const isFormerTrial = async (tx: Tx, { environment, sender_entity_id }: LockedDocument): Promise<boolean> => {
  if (environment === 'prod') return false
  const { rows } = await sql`SELECT FROM sender_entities
    WHERE id = ${sender_entity_id} AND environment <> ${environment}`.execute(tx)
  return rows.length > 0
}

const COMPARING =
  'Lulus is finding out what LHDN has received, and this document may be among it. Try again later.'
const RECEIVED_ALREADY =
  'LHDN has a document of this number that is not known here. Retry or edit this one: before it goes out, ' +
  'Lulus asks whether it is the same.'
const RECEIVED_SINCE =
  'LHDN has a document of this number that is not known here. Have this one approved: before it goes out, Lulus ' +
  'asks whether it is the same.'
const RECEIVED_MEANWHILE =
  'LHDN has a document of this number that is not known here. Edit this one and have it approved: before it goes ' +
  'out, Lulus asks whether it is the same.'
const MAY_BE_THERE = 'A copy of this document may be at LHDN. It can be cancelled only once that is known.'
const WHAT_THEN: Partial<Record<Status, string>> = {
  'Pending Approval': RECEIVED_SINCE,
  'Approval Rejected': RECEIVED_MEANWHILE,
}
