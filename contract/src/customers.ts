import { z } from 'zod'
import { anyOf, endpoint } from './endpoint.ts'
import { search } from './fields.ts'
import { printedPartyFields } from './party.ts'

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

export const customers = {
  /** At most 50, best match first; the form asks again while the clerk types. */
  find: endpoint({
    id: 'customers.find',
    method: 'GET',
    path: '/api/v1/customers-list/',
    access: anyOf('can_create_invoice', 'can_edit_invoice', 'can_view_all'),
    query: z.object({ search, sender_entity_id: z.string().max(60).optional() }),
    reply: z.array(Customer),
  }),
}
