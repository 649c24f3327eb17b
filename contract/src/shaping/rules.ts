import { z } from 'zod'
import { FORMULA_CHARS_MAX } from '#domain/rules/formula.ts'
import { CONDITIONS, compileRule } from '#domain/rules/rule.ts'
import { isBlank } from '#domain/text/characters.ts'
import { anyOf, type EndpointName, endpoint } from '../endpoint.ts'
import { ignored, instant, listOf, page, pageSize, search, text } from '../fields.ts'
import { documentField } from './document-fields.ts'

/** Each document is judged by all of them. */
export const RULES_MAX = 200

const MESSAGE_CHARS_MAX = 300

const SavedRule = z.object({
  id: z.string(),
  field: z.string(),
  condition: z.enum(CONDITIONS),
  value: z.string(),
  error_message: z.string(),
  /** Each change is a version; this one is the newest. */
  version: z.int(),
  /** When it was made, or shall be, what documents are checked by. */
  active_from: instant,
})
export type SavedRule = z.infer<typeof SavedRule>

export const RuleWrite = z
  .strictObject({
    field: documentField,
    condition: z.enum(CONDITIONS),
    value: text(FORMULA_CHARS_MAX).refine((value) => !isBlank(value), 'Please enter the value or formula.'),
    error_message: text(MESSAGE_CHARS_MAX).refine(
      (value) => !isBlank(value),
      'Please enter the error message.',
    ),
    id: ignored,
    active_from: ignored,
    version: ignored,
  })
  .superRefine(({ field, condition, value, error_message }, context) => {
    const made = compileRule({ field, condition, value, error_message })
    if ('refused' in made) context.addIssue({ code: 'custom', path: ['value'], message: made.refused })
  })
export type RuleWrite = z.output<typeof RuleWrite>

const access = anyOf('can_perform_mapping')
const READS: readonly EndpointName[] = ['rules.list']
const params = z.object({ id: z.uuid('Not a rule id.') })
const path = '/api/v1/inputvalidation/validation-rules/'

/** What must hold for every document of every company, beside what is always checked. */
export const rules = {
  /** By field. `search` looks at the field, the value and the message. */
  list: endpoint({
    id: 'rules.list',
    method: 'GET',
    path,
    access,
    query: z.object({ search, page, page_size: pageSize(200, 200) }),
    reply: listOf(SavedRule),
  }),
  create: endpoint({
    id: 'rules.create',
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access,
    body: RuleWrite,
    status: 201,
    reply: SavedRule,
  }),
  /** Another version; the field stays. */
  update: endpoint({
    id: 'rules.update',
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access,
    params,
    body: RuleWrite,
    reply: SavedRule,
  }),
  remove: endpoint({
    id: 'rules.remove',
    changes: READS,
    method: 'DELETE',
    path: `${path}:id/`,
    access,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
