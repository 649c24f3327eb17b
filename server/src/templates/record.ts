import { isDeepStrictEqual } from 'node:util'
import { own } from '#codes/own.ts'
import { DocumentWrite } from '#contract/intake.ts'
import type { Caller } from '#domain/access/caller.ts'
import { type ChangedBy, recordChange } from '../audit/record.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Tx } from '../platform/db/database.ts'

type Kept = {
  sender_entity_id: string
  name: string
  description: string
  invoice: Record<string, unknown>
}
type Change = { id: string; before?: Kept; after?: Kept }

/** What the form sends beside its content, or anew each time. */
const PASSING = ['uuid', 'revision', 'approval_status', 'created_by', 'sender', 'source', 'invoice_time']
const OF_COMPANY = 'sender_entity_code'
/** Those that a form has: content that programs made up would be any number of rows. */
const TOLD = [
  ...['name', 'description', OF_COMPANY],
  ...Object.keys(DocumentWrite.shape).filter((field) => ![...PASSING, OF_COMPANY].includes(field)),
]

/**
 * Writes down what was made of a template, with the fields of its content, in the log of the company of which it was.
 * What no form holds is not told.
 */
export const recordTemplate = async (
  tx: Tx,
  by: ChangedBy & { caller: Caller },
  { id, before, after }: Change,
): Promise<void> => {
  const kept = before ?? after
  if (!kept) return
  const companies = new Map(
    (await senderEntities(tx, by.caller)).map((company) => [company.id, company.entity_code]),
  )
  const told = ({ invoice, sender_entity_id, name, description }: Kept): Record<string, unknown> => ({
    ...invoice,
    ...{ name, description, [OF_COMPANY]: companies.get(sender_entity_id) },
  })
  const [was, is] = [before && told(before), after && told(after)]
  // The database has the keys of what is kept in an order of its own.
  const fields = TOLD.filter((field) => !was || !is || !isDeepStrictEqual(own(was, field), own(is, field)))
  const { sender_entity_id, name } = kept
  await recordChange(tx, by, {
    target: { kind: 'template', id, name, sender_entity_id },
    ...{ before: was, after: is, fields },
  })
}
