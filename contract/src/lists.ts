import { z } from 'zod'
import { endpoint, loggedIn } from './endpoint.ts'

/** The code lists over the specified calls. Two of them answer a JSON string that holds the array (decisions.md §5). */
const jsonText = z.string()

export const lists = {
  /** Countries by name; those that ISO 3166-1 does not have, and Namibia (NA), bear the authority's own code. */
  countries: endpoint({
    id: 'lists.countries',
    method: 'GET',
    path: '/api/v1/invoiceportal/country-list/',
    access: loggedIn,
    reply: z.array(z.object({ name: z.string(), alpha2Code: z.string() })),
  }),
  taxTypes: endpoint({
    id: 'lists.taxTypes',
    method: 'GET',
    path: '/api/v1/invoiceportal/tax-types/',
    access: loggedIn,
    reply: jsonText,
  }),
  classifications: endpoint({
    id: 'lists.classifications',
    method: 'GET',
    path: '/api/v1/invoiceportal/classification-codes/',
    access: loggedIn,
    reply: jsonText,
  }),
  uniqueTypes: endpoint({
    id: 'lists.uniqueTypes',
    method: 'GET',
    path: '/api/v1/unique-types/',
    access: loggedIn,
    reply: z.object({
      invoice_types: z.array(z.object({ code: z.string(), description: z.string() })),
      document_types: z.array(z.string()),
      status_choices: z.array(z.string()),
      identity_choices: z.array(z.string()),
    }),
  }),
}
