import { z } from 'zod'
import { isBlank } from '#domain/text/characters.ts'
import { CUSTOMER_READS } from './changes.ts'
import { anyOf, endpoint } from './endpoint.ts'
import {
  identitySearch,
  ignored,
  instant,
  listOf,
  optionalFlag,
  order,
  page,
  pageSize,
  search,
  seenAt,
  sortBy,
  text,
  uuid,
} from './fields.ts'
import { BOOK_BODY_BYTES_MAX, bookForm, bookReply } from './imports/books.ts'
import { identityChanges, PartyWrite, printedPartyFields } from './party.ts'
import { TIN_ANSWERS } from './tins.ts'

/** A buyer of the address book, as the document form needs it. `state` and `country` are codes. */
export const Customer = z.object({
  id: z.string(),
  sender_entity_id: z.string(),
  ...printedPartyFields,
  contact_person: z.string(),
  contact_reference: z.string(),
  bank_number: z.string(),
  /** Made on the screens, and only there to be changed. */
  source_ui: z.boolean(),
  is_supplier: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

export const CustomerRow = Customer.extend({
  modified_at: instant,
  /** What the authority last said of TIN and number, while it is fresh; nobody is asked for a list. */
  tin_answer: z.object({ answer: z.enum(TIN_ANSWERS), checked_at: instant.nullable() }),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const CUSTOMER_SORT_KEYS = [
  ...(['name', 'tin_no', 'identity_number', 'identity_type', 'email', 'city', 'contact_number'] as const),
] as const

const filters = { name: search, identity_number: identitySearch, identity_type: search }

const needed = (length_max: number, message: string) =>
  text(length_max).refine((value) => !isBlank(value), message)

/** What a person says of a customer; the rules of the authority are checked on top (domain/checks). */
export const CustomerWrite = z.strictObject({
  ...PartyWrite.shape,
  name: needed(300, 'Please enter the name.'),
  address1: needed(150, 'Please enter the first line of the address.'),
  zipcode: needed(50, 'Please enter the postcode; 00000 where there is none.'),
  city: needed(50, 'Please enter the city.'),
  contact_person: text(200),
  contact_reference: text(200),
  bank_number: text(150),
  is_supplier: optionalFlag.transform((is_supplier) => is_supplier ?? false),
  /** For whom the customer is kept; needed of those who work for several companies, and never changed. */
  sender_entity_code: text(60),
  /** What the form was opened with: another one is a conflict. */
  modified_at: seenAt,
  // Given by the server, and told in its answers.
  entity_code: ignored,
  sender_entity_id: ignored,
  source_ui: ignored,
  tin_answer: ignored,
  changes: ignored,
})
export type CustomerWrite = z.output<typeof CustomerWrite>

/** Specified clients know no tourism tax number: what is not named stays. */
const CustomerChange = CustomerWrite.extend({ ttx_no: CustomerWrite.shape.ttx_no.optional() })
export type CustomerChange = z.output<typeof CustomerChange>

/** A customer as it was stored, and what was written otherwise than it came. */
const Saved = CustomerRow.extend({ changes: identityChanges })

/** What became of a file of customers, or would. */
const CustomerImport = bookReply({ name: z.string(), identity_number: z.string() })

const read = anyOf('can_create_invoice', 'can_edit_invoice', 'can_view_all')
const write = anyOf('can_create_invoice')

export const customers = {
  /**
   * At most 50, best match first; the form asks again while the clerk types. `entity_code`: whom a document names.
   * Without any of these the first 1,000 by name; `list` has all of them in pages.
   */
  find: endpoint({
    id: 'customers.find',
    method: 'GET',
    path: '/api/v1/customers-list/',
    access: read,
    query: z.object({
      search,
      sender_entity_id: z.string().max(60).optional(),
      entity_code: z.string().max(60).optional(),
    }),
    reply: z.array(Customer),
  }),
  list: endpoint({
    id: 'customers.list',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/customers/',
    access: read,
    query: z.object({
      ...filters,
      page,
      page_size: pageSize(10, 100),
      sort_by: sortBy(CUSTOMER_SORT_KEYS),
      order,
    }),
    reply: listOf(CustomerRow),
  }),
  /** All customers that match, as CSV. */
  report: endpoint({
    id: 'customers.report',
    from_copy: true,
    method: 'GET',
    path: '/api/v1/customers/report/',
    access: read,
    query: z.object(filters),
    reply: 'file',
  }),
  create: endpoint({
    id: 'customers.create',
    idempotent: true,
    changes: CUSTOMER_READS,
    method: 'POST',
    path: '/api/v1/customers/',
    access: write,
    body: CustomerWrite,
    status: 201,
    reply: Saved,
  }),
  /**
   * Adds the customers of a CSV file to one company, each judged as `create` would: what is wrong with one refuses it
   * alone. Those who are there already, by their identity number (without one by TIN and name), stay as they are, so
   * the same file twice doubles nothing. The columns are those of `report`.
   */
  import: endpoint({
    id: 'customers.import',
    changes: CUSTOMER_READS,
    method: 'POST',
    path: '/api/v1/customers/import/',
    access: write,
    form: bookForm,
    body_bytes_max: BOOK_BODY_BYTES_MAX,
    reply: CustomerImport,
  }),
  /** Replaces the particulars of a customer that was made on the screens. */
  update: endpoint({
    id: 'customers.update',
    changes: CUSTOMER_READS,
    method: 'PUT',
    path: '/api/v1/customers/:id/',
    access: write,
    params: z.object({ id: uuid('Not a customer id.') }),
    body: CustomerChange,
    reply: Saved,
  }),
  /** For good, of those made on the screens; documents and templates hold what they say themselves. */
  remove: endpoint({
    id: 'customers.remove',
    changes: CUSTOMER_READS,
    method: 'DELETE',
    path: '/api/v1/customers/:id/',
    access: write,
    params: z.object({ id: uuid('Not a customer id.') }),
    query: z.object({ modified_at: seenAt }),
    reply: z.object({ detail: z.string() }),
  }),
}
