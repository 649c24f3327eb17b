import { z } from 'zod'
import { MAPPING_TYPES } from '#domain/shaping/mappings.ts'
import { STEP_CHARS_MAX } from '#domain/shaping/walk.ts'
import { isBlank } from '#domain/text/characters.ts'
import { anyOf, type EndpointName, endpoint } from '../endpoint.ts'
import {
  ignored,
  instant,
  listOf,
  optionalFlag,
  page,
  pageSize,
  search,
  seenAt,
  text,
  uuid,
} from '../fields.ts'
import { documentField, VALUE_CHARS_MAX, valueFault } from './document-fields.ts'

/** More than that is a table of the company's own system, and is better mapped there. */
export const MAPPINGS_MAX = 5_000

const SavedMapping = z.object({
  id: z.string(),
  field: z.string(),
  mapping_type: z.enum(MAPPING_TYPES),
  lookup_key: z.string(),
  lookup_value: z.string(),
  hardcode_value: z.string(),
  overwrite: z.boolean(),
  modified_at: instant,
})
export type SavedMapping = z.infer<typeof SavedMapping>

/** What each type needs; the rest of it means nothing. */
const NEEDED = {
  lookup: { lookup_key: 'Please enter the lookup key.', lookup_value: 'Please enter the mapped value.' },
  hardcode: { hardcode_value: 'Please enter the hardcoded value.' },
} as const

export const MappingWrite = z
  .strictObject({
    field: documentField,
    mapping_type: z.enum(MAPPING_TYPES),
    lookup_key: text(STEP_CHARS_MAX),
    lookup_value: text(VALUE_CHARS_MAX),
    hardcode_value: text(VALUE_CHARS_MAX),
    overwrite: optionalFlag.transform((on) => on ?? false),
    modified_at: seenAt,
    id: ignored,
  })
  .superRefine((given, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    for (const [name, message] of Object.entries(NEEDED[given.mapping_type]))
      if (isBlank(String(given[name as keyof typeof given]))) refuse(name, message) // the keys of NEEDED
    const name = given.mapping_type === 'lookup' ? 'lookup_value' : 'hardcode_value'
    const fault = valueFault(given.field, given[name])
    if (fault) refuse(name, fault)
  })
export type MappingWrite = z.output<typeof MappingWrite>

const access = anyOf('can_perform_mapping')
const READS: readonly EndpointName[] = ['mappings.list']
const params = z.object({ id: uuid('Not a mapping id.') })
const path = '/api/v1/inputvalidation/data-mapping/'

/** What values of documents become before they are checked, in every company. */
export const mappings = {
  /** Every field that a mapping, a default or a rule can name, as the form calls it. */
  fields: endpoint({
    id: 'mappings.fields',
    method: 'GET',
    path: '/api/v1/inputvalidation/invoice-fields/',
    access,
    reply: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  /** By field and key. `search` looks at the field, the key and the values. */
  list: endpoint({
    id: 'mappings.list',
    method: 'GET',
    path,
    access,
    query: z.object({
      mapping_type: z.enum(MAPPING_TYPES).optional(),
      search,
      page,
      page_size: pageSize(500, 500),
    }),
    reply: listOf(SavedMapping),
  }),
  create: endpoint({
    id: 'mappings.create',
    administers: true,
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access,
    body: MappingWrite,
    status: 201,
    reply: SavedMapping,
  }),
  /** Another content; the field stays. */
  update: endpoint({
    id: 'mappings.update',
    administers: true,
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access,
    params,
    body: MappingWrite,
    reply: SavedMapping,
  }),
  remove: endpoint({
    id: 'mappings.remove',
    administers: true,
    changes: READS,
    method: 'DELETE',
    path: `${path}:id/`,
    access,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
