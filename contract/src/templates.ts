import { z } from 'zod'
import { anyOf, endpoint } from './endpoint.ts'
import { search, seenAt, uuid } from './fields.ts'

const make = anyOf('can_create_invoice')
const params = z.object({ uuid: uuid('Not a template id.') })

/** So many templates a company keeps. */
export const TEMPLATES_MAX = 500

/** The form's content as it stood; loaded back into the form, checked only when submitted. */
const Content = z.object({
  description: z.string().trim().max(1000).default(''),
  invoice: z.record(z.string(), z.unknown()),
})

const TemplateWrite = z.object({
  name: z.string().trim().min(1, 'Please provide a name for the template.').max(200),
  data: Content,
})
const Saved = z.object({ id: z.string(), name: z.string() })

export const templates = {
  /** Those of the caller's companies, last changed first, at most 1,000: the older ones are searched for. */
  list: endpoint({
    id: 'templates.list',
    method: 'GET',
    path: '/api/v1/integration/invoice-templates/',
    access: make,
    /** In name and description. */
    query: z.object({ search }),
    reply: z.object({
      templates: z.array(
        z.object({
          id: z.string(),
          /** The company of which it is, as its content names it. */
          sender_entity_id: z.string(),
          name: z.string(),
          description: z.string(),
          modified_at: z.string(),
        }),
      ),
      /** There are older ones, which are not told. */
      more: z.boolean(),
    }),
  }),
  get: endpoint({
    id: 'templates.get',
    method: 'GET',
    path: '/api/v1/integration/invoice-templates/:uuid/',
    access: make,
    params,
    reply: Saved.extend({ data: Content, modified_at: z.string() }),
  }),
  save: endpoint({
    id: 'templates.save',
    changes: ['templates.list', 'templates.get'],
    idempotent: true,
    method: 'POST',
    path: '/api/v1/integration/invoice-templates/',
    access: make,
    body: TemplateWrite,
    status: 201,
    reply: Saved,
  }),
  /** Puts the form's content in the place of what the template was. */
  update: endpoint({
    id: 'templates.update',
    changes: ['templates.list', 'templates.get'],
    method: 'PUT',
    path: '/api/v1/integration/invoice-templates/:uuid/',
    access: make,
    params,
    body: TemplateWrite.extend({ modified_at: seenAt }),
    reply: Saved,
  }),
  remove: endpoint({
    id: 'templates.remove',
    changes: ['templates.list', 'templates.get'],
    method: 'DELETE',
    path: '/api/v1/integration/invoice-templates/:uuid/',
    access: make,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
