import { z } from 'zod'
import { CONDITIONS } from '#domain/rules/rule.ts'
import { anyOf, endpoint } from '../endpoint.ts'
import { instant, text } from '../fields.ts'

/** So many messages of one rule are told; at long documents it may be broken in each line. */
export const TRACE_MESSAGES_MAX = 20

const FieldMessage = z.object({ field: z.string(), message: z.string() })

const Shaped = z.object({
  /** `items.3.tax_type`, or `items.tax_type` of what happened alike in several lines. */
  field: z.string(),
  lines: z.int(),
  by: z.enum(['lookup', 'hardcode', 'enrichment']),
  from: z.string(),
  /** Null: it did nothing. */
  to: z.string().nullable(),
  /** How many of this kind the field has. */
  of: z.int(),
  /** Since when the one that did it is as it is; null where none did anything. */
  modified_at: instant.nullable(),
  /** What the stored document holds there; null of what is not stored. */
  held: z.string().nullable(),
})
export type TracedShaping = z.infer<typeof Shaped>

const Rule = z.object({
  id: z.string(),
  field: z.string(),
  condition: z.enum(CONDITIONS),
  value: z.string(),
  /** The version that was asked. */
  version: z.int(),
  /** The revision that is stored was checked by this version; of what is not stored, it is by this one now. */
  checked: z.boolean(),
  in_force: z.boolean(),
  /** Where the document breaks it. */
  breaches: z.array(FieldMessage),
})
export type TracedRule = z.infer<typeof Rule>

const Trace = z.object({
  /** Which document it is; null of a payload that is tried. */
  document: z
    .object({
      ...{ uuid: z.string(), invoice_number: z.string(), revision: z.int(), status: z.string() },
      /** Since when it says what it says: of its making, or its last edit. */
      stored_at: instant,
    })
    .nullable(),
  /** False: what came for this document was not kept, so that nothing is known of its way. */
  came: z.boolean(),
  /** Mappings and defaults, in the order in which they are asked, as they are now. */
  shaped: z.array(Shaped),
  /** How many more there are. */
  untold: z.int(),
  /** Why it would be refused before any rule is asked. */
  refused: z.array(FieldMessage),
  rules: z.array(Rule),
})
export type Trace = z.infer<typeof Trace>

const access = anyOf('can_perform_mapping')
const path = '/api/v1/inputvalidation/trace/'

/** What each mapping, default and rule made of one document. Nothing is stored. */
export const trace = {
  /** A stored document, by number or id: what came for its revision, through what shapes documents now. */
  document: endpoint({
    id: 'trace.document',
    method: 'GET',
    path,
    access,
    query: z.object({ document: text(100) }),
    reply: Trace,
  }),
  /** A payload, as one document of `submit-json`, that is only tried. */
  payload: endpoint({
    id: 'trace.payload',
    changes: [],
    method: 'POST',
    path,
    access,
    body: z.record(z.string(), z.unknown()),
    reply: Trace,
  }),
}
