import { z } from 'zod'
import { anyOf, endpoint } from './endpoint.ts'
import { instant, uuid } from './fields.ts'

export const TIN_ANSWERS = ['matches', 'does_not_match', 'not_checked'] as const

export const TinValidation = z.object({
  answer: z.enum(TIN_ANSWERS),
  /** When the authority said so; null where it was not asked. */
  checked_at: instant.nullable(),
  /** Why it was not checked, or what does not match; empty for a match. */
  why: z.string(),
})
export type TinValidation = z.infer<typeof TinValidation>

export const tins = {
  /** Whether a party's TIN belongs to its number. An authority that does not answer is never read as "no". */
  validate: endpoint({
    id: 'tins.validate',
    asks_authority: true,
    method: 'GET',
    path: '/api/v1/tin-validation/',
    access: anyOf('can_create_invoice', 'can_edit_invoice'),
    query: z.object({
      // Tidied by `normaliseIdentity`, as those of a document are.
      tin: z.string().max(60),
      id_type: z.string().max(20),
      id_value: z.string().max(60),
      sender_entity_id: uuid('Not a company id.'),
    }),
    reply: TinValidation,
  }),
}
