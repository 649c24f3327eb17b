import { z } from 'zod'
import { CUSTOMER_READS, DOCUMENT_READS, ENTITY_READS, ITEM_READS } from '../changes.ts'
import { endpoint, superadmin } from '../endpoint.ts'
import { asWritten } from '../fields.ts'

const DemoSurvey = z.object({
  /** Nothing of the demo is left that could be removed. */
  gone: z.boolean(),
  companies: z.array(z.string()),
  documents: z.int(),
  customers: z.int(),
  items: z.int(),
  templates: z.int(),
  api_keys: z.int(),
  /** Accounts that go, and those that other rows name, which are switched off instead. */
  accounts_deleted: z.int(),
  accounts_deactivated: z.int(),
  /** Each of them, by e-mail address as it is now: whoever renamed one has not made it an account of their own. */
  accounts: z.array(z.object({ email: z.string(), is_active: z.boolean(), deleted: z.boolean() })),
  /** What must be typed to remove it all. */
  confirmation: z.string(),
  /** Why it cannot be removed now, by this caller; empty when it can. */
  refusal: z.string(),
})
export type DemoSurvey = z.infer<typeof DemoSurvey>

/** The demo company's rows: everything of its companies, and its accounts. */
export const demo = {
  read: endpoint({
    id: 'demo.read',
    method: 'GET',
    path: '/api/v1/demo-data/',
    access: superadmin,
    reply: DemoSurvey,
  }),
  /** Removes all of it at once and for good; answers what was removed. */
  remove: endpoint({
    id: 'demo.remove',
    changes: [
      ...(['demo.read', 'apiKeys.list', 'templates.list'] as const),
      ...new Set([...DOCUMENT_READS, ...ENTITY_READS, ...CUSTOMER_READS, ...ITEM_READS]),
    ],
    method: 'POST',
    path: '/api/v1/demo-data/remove/',
    access: superadmin,
    body: z.object({ confirmation: asWritten(300) }),
    body_bytes_max: 10_000,
    reply: DemoSurvey,
  }),
}
