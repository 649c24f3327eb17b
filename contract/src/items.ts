import { z } from 'zod'
import { anyOf, endpoint } from './endpoint.ts'
import { amount, search } from './fields.ts'

export const SavedItem = z.object({
  id: z.string(),
  classification: z.string(),
  item_description: z.string(),
  tax_type: z.string(),
  tax_rate: amount,
})
export type SavedItem = z.infer<typeof SavedItem>

export const items = {
  find: endpoint({
    id: 'items.find',
    method: 'GET',
    path: '/api/v1/portal-items',
    access: anyOf('can_create_invoice', 'can_edit_invoice', 'can_view_all'),
    query: z.object({ search, sender_entity_id: z.string().max(60).optional() }),
    reply: z.array(SavedItem),
  }),
}
