import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { own } from '#codes/own.ts'
import { EDITED_FIELDS_MAX } from '#contract/document-detail.ts'
import { DocumentWrite, LineWrite } from '#contract/intake.ts'
import { PartyWrite } from '#contract/party.ts'
import type { Caller } from '#domain/access/caller.ts'
import { type FieldChange, lineChanges, partyChanges } from '#domain/documents/changes.ts'
import { type ChangedBy, recordChanges } from '../audit/record.ts'
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
const PASSING = [
  ...['uuid', 'revision', 'approval_status', 'created_by'],
  ...['sender', 'source', 'invoice_date', 'invoice_time'],
  // They follow from the lines; the sum says enough.
  ...['total_excluding_tax', 'total_including_tax', 'total_net_amount', 'total_discount_value'],
  ...['total_tax_amount'],
]
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
  const target = { kind: 'template' as const, id, name, sender_entity_id }
  const parts = was && is && partsChanged(was, is)
  const whole = fields.filter((field) => own(parts ?? {}, field) === undefined)
  await recordChanges<string>(tx, by, [
    { target, before: was, after: is, fields: whole },
    { target, ...inFields(Object.values(parts ?? {}).flatMap((changes) => changes ?? [])) },
  ])
}

/** So many as are told of an edit of a document, and how many more there are. */
const inFields = (changes: readonly FieldChange[]) => {
  const more = changes.length - EDITED_FIELDS_MAX
  const told = changes.slice(0, EDITED_FIELDS_MAX)
  if (more > 0) told.push({ path: 'items', from: '', to: `and ${more} other changes` })
  return {
    before: Object.fromEntries(told.map(({ path, from }) => [path, from])),
    after: Object.fromEntries(told.map(({ path, to }) => [path, to])),
    fields: told.map(({ path }) => path),
  }
}

type Content = Record<string, unknown>

/** Of what is told part by part, and not whole: what differs. Not of what no form made, and cannot be read as its. */
const partsChanged = (was: Content, is: Content): Record<string, FieldChange[] | undefined> => {
  const [customer, later_customer] = [readParty(was), readParty(is)]
  const [lines, later_lines] = [readLines(was), readLines(is)]
  return {
    customer: customer && later_customer && partyChanges('customer', customer, later_customer),
    items: lines && later_lines && lineChanges(lines, later_lines),
  }
}

const readParty = (content: Content) => PartyWrite.safeParse(own(content, 'customer') ?? {}).data

const readLines = (content: Content) => {
  const lines = z.array(LineWrite).safeParse(own(content, 'items') ?? []).data
  return lines?.map((line) => ({ ...line, unit_price: line.unit_price || '0' }))
}
