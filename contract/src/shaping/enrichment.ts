import { z } from 'zod'
import { isBlank } from '#domain/text/characters.ts'
import { type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import { ignored, instant, seenAt, text, uuid } from '../fields.ts'
import { documentField, VALUE_CHARS_MAX, valueFault } from './document-fields.ts'

const EnrichmentItem = z.object({
  id: z.string(),
  field_name: z.string(),
  default_value: z.string(),
  modified_at: instant,
})
export type EnrichmentItem = z.infer<typeof EnrichmentItem>

export const EnrichmentWrite = z
  .strictObject({
    field_name: documentField,
    default_value: text(VALUE_CHARS_MAX).refine(
      (value) => !isBlank(value),
      'Please enter the default value.',
    ),
    modified_at: seenAt,
    id: ignored,
  })
  .superRefine(({ field_name, default_value }, context) => {
    const message = valueFault(field_name, default_value)
    if (message) context.addIssue({ code: 'custom', path: ['default_value'], message })
  })
export type EnrichmentWrite = z.output<typeof EnrichmentWrite>

const READS: readonly EndpointName[] = ['enrichment.list']
const params = z.object({ id: uuid('Not an enrichment id.') })
const path = '/api/v1/enrichment/default/'

/** What empty fields of documents are filled with, in every company. One default for each field. */
export const enrichment = {
  list: endpoint({
    id: 'enrichment.list',
    method: 'GET',
    path,
    access: superadmin,
    reply: z.object({ results: z.array(EnrichmentItem) }),
  }),
  create: endpoint({
    id: 'enrichment.create',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access: superadmin,
    body: EnrichmentWrite,
    status: 201,
    reply: EnrichmentItem,
  }),
  /** Another default; the field stays. */
  update: endpoint({
    id: 'enrichment.update',
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access: superadmin,
    params,
    body: EnrichmentWrite,
    reply: EnrichmentItem,
  }),
  remove: endpoint({
    id: 'enrichment.remove',
    changes: READS,
    method: 'DELETE',
    path: `${path}:id/`,
    access: superadmin,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
