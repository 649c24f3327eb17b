import type { Caller } from '#domain/access/caller.ts'
import { may } from '#domain/access/policy.ts'
import type { Db } from '../../platform/db/database.ts'
import { madeUnderNumber, subjectOf } from '../store/rows.ts'
import { numberTaken } from './save.ts'

/**
 * The document that a payload without an id edits: specified clients know no ids, and send an edit under the number of
 * their own document that came back (decisions.md §5). Throws conflict `number_taken` for the same edit once more, for
 * which a new number would make a second document. Our form says of a new document that it has no id (null).
 */
export const meantByNumber = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  { invoice_number, sender_entity_code: entity }: { invoice_number: string; sender_entity_code: string },
): Promise<string | undefined> => {
  if (invoice_number === '') return undefined
  const made = (await madeUnderNumber(db, caller, invoice_number)).filter(
    ({ content }) => entity === '' || content.sender_entity_code === entity,
  )
  const [own] = made
  if (own === undefined || made.length > 1) return undefined
  if (own.status === 'Pending Approval' && own.revision > 1) throw numberTaken(invoice_number)
  const answer = may(caller, 'edit', subjectOf(own), now)
  // Without the permission it is no new document either: the edit says what is missing.
  return answer.ok || answer.code === 'flag_missing' ? own.id : undefined
}
