import { z } from 'zod'
import { anyOf, endpoint } from './endpoint.ts'
import { search } from './fields.ts'

/** A buyer of the address book, as the document form needs it. `state` and `country` are codes. */
export const Customer = z.object({
  id: z.string(),
  sender_entity_id: z.string(),
  name: z.string(),
  entity_code: z.string(),
  tin_no: z.string(),
  identity_type: z.string(),
  identity_number: z.string(),
  sst_no: z.string(),
  ttx_no: z.string(),
  email: z.string(),
  contact_number: z.string(),
  address1: z.string(),
  address2: z.string(),
  address3: z.string(),
  zipcode: z.string(),
  city: z.string(),
  state: z.string(),
  state_display: z.string(),
  country: z.string(),
  country_display: z.string(),
  msic_code: z.string(),
  business_description: z.string(),
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
