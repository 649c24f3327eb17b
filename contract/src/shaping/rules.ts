import { z } from 'zod'
import { EXPECTATIONS } from '#domain/rules/example.ts'
import { FORMULA_CHARS_MAX } from '#domain/rules/formula.ts'
import { CONDITIONS, compileRule, type ValidationRule } from '#domain/rules/rule.ts'
import { isBlank } from '#domain/text/characters.ts'
import { anyOf, type EndpointName, endpoint } from '../endpoint.ts'
import {
  calendarDate,
  ignored,
  instant,
  listOf,
  listUpTo,
  optionalDate,
  page,
  pageSize,
  search,
  text,
  uuid,
} from '../fields.ts'
import { Difference, REQUEST_READS } from '../people/change-requests.ts'
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

const content = {
  field: documentField,
  condition: z.enum(CONDITIONS),
  value: text(FORMULA_CHARS_MAX).refine((value) => !isBlank(value), 'Please enter the value or formula.'),
  error_message: text(MESSAGE_CHARS_MAX).refine(
    (value) => !isBlank(value),
    'Please enter the error message.',
  ),
  /** The Malaysian day from which documents are checked by it; at once where that is none to come. */
  active_on: optionalDate,
  id: ignored,
  active_from: ignored,
}

const refuseFaulty = (given: ValidationRule, context: z.RefinementCtx) => {
  const made = compileRule(given)
  if ('refused' in made) context.addIssue({ code: 'custom', path: ['value'], message: made.refused })
}

/** So many documents stand by as examples of a rule. */
export const EXAMPLES_MAX = 20
/** An example is a copy of its document, which has so many bytes as JSON at most: a hundred lines and more. */
export const EXAMPLE_BYTES_MAX = 64_000

const ExampleWrite = z.strictObject({
  /** One that the rule has already; a document is made one by `document`, its number or id. */
  id: uuid('Not an example id.').nullish(),
  document: text(100),
  /** What the rule should do with it. */
  expected: z.enum(EXPECTATIONS),
})
export type ExampleWrite = z.output<typeof ExampleWrite>

/** Upon which version a change is made; without it the last change counts. */
const version = z.int('Please send the version as it was read.').nullish()

export const RuleWrite = z
  .strictObject({
    ...content,
    version,
    /** All that it shall have; those that it has stay where nothing is said of them. Each must hold. */
    examples: listUpTo(ExampleWrite, EXAMPLES_MAX, `A rule has at most ${EXAMPLES_MAX} examples.`).optional(),
  })
  .superRefine(refuseFaulty)
export type RuleWrite = z.output<typeof RuleWrite>

/** A rule is tried on the documents of so many days. */
export const TRIAL_DAYS = 90
/** So many of those that it would have stopped are listed, the newest. */
export const TRIAL_LISTED_MAX = 100
/** Whoever would stop more than this share of the valid documents needs a second person. */
export const SHARE_ALONE_MAX = 0.2

const RuleRequest = z
  .strictObject({
    ...content,
    /** Which rule shall be changed; empty where a new one shall be made. */
    rule_id: z.union([z.literal(''), uuid('Not a rule id.')]).nullish(),
    version,
    reason: text(300).refine((value) => !isBlank(value), 'A reason is required to submit this request.'),
  })
  .superRefine(refuseFaulty)
export type RuleRequest = z.output<typeof RuleRequest>

/** So many versions of a rule are listed, the newest. */
export const VERSIONS_LISTED_MAX = 50

const RuleVersion = z.object({
  ...SavedRule.shape,
  /** When another one takes its place, or took it; null while none is to. */
  active_until: instant.nullable(),
  in_force: z.boolean(),
  made_at: instant,
  /** Where it was made by request, who asked for it. */
  made_by: z.string(),
  /** Who approved that request; empty without one. */
  approved_by: z.string(),
})
export type RuleVersion = z.infer<typeof RuleVersion>

/** Of which document an example is; of one that the caller may not see, nothing. */
const exampleOf = { uuid: z.string().nullable(), invoice_number: z.string(), expected: z.enum(EXPECTATIONS) }

const RuleExample = z.object({ id: z.string(), ...exampleOf })
export type RuleExample = z.infer<typeof RuleExample>

const ExampleOutcome = z.object({
  ...exampleOf,
  /** Whether the rule does with it what it should; null of one that the caller may not see. */
  holds: z.boolean().nullable(),
  /** The words of the rule where it stops it. */
  message: z.string(),
})
export type ExampleOutcome = z.infer<typeof ExampleOutcome>

const RuleTrial = z.object({
  /** Of the documents that the caller may see, the newest first. */
  judged: z.int(),
  /** False: there are more of those days than could be judged. */
  complete: z.boolean(),
  /** The day of the oldest that was judged; null where there was none. */
  since: calendarDate.nullable(),
  stopped: z.int(),
  stopped_valid: z.int(),
  stopped_invalid: z.int(),
  /** What it would have stopped. */
  documents: z.array(
    z.object({
      uuid: z.string(),
      invoice_number: z.string(),
      invoice_date: calendarDate,
      buyer_name: z.string(),
      status: z.string(),
      field: z.string(),
      message: z.string(),
    }),
  ),
  /** Whether all departments are the caller's. */
  sees_all: z.boolean(),
  /** Another person must approve it: it would have stopped so many valid documents, or not all are the caller's. */
  second_person: z.boolean(),
})
export type RuleTrial = z.infer<typeof RuleTrial>

/** A request about a rule that waits for another person. */
const RuleRequested = z.object({
  id: z.int(),
  /** What it asks for, and of which rule. */
  name: z.string(),
  /** Null where it asks for a new one. */
  rule_id: z.string().nullable(),
  changes: z.array(Difference),
  requested_by: z.string(),
  requested_at: instant,
  expires_at: instant,
  /** Whether it is the caller's own. */
  may_withdraw: z.boolean(),
})
export type RuleRequested = z.infer<typeof RuleRequested>

const access = anyOf('can_perform_mapping')
const READS: readonly EndpointName[] = ['rules.list', 'rules.versions', 'rules.examples']
const params = z.object({ id: uuid('Not a rule id.') })
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
  /** What a rule was, and shall be; the newest first. */
  versions: endpoint({
    id: 'rules.versions',
    method: 'GET',
    path: `${path}:id/versions/`,
    access,
    params,
    reply: z.object({ results: z.array(RuleVersion) }),
  }),
  /** Documents that it should let pass, or stop: it is not saved while it does otherwise. */
  examples: endpoint({
    id: 'rules.examples',
    method: 'GET',
    path: `${path}:id/examples/`,
    access,
    params,
    reply: z.object({ results: z.array(RuleExample) }),
  }),
  /** What a rule does with examples, in their order, before it is saved; stores nothing. */
  tryExamples: endpoint({
    id: 'rules.tryExamples',
    changes: [],
    method: 'POST',
    path: `${path}examples/trial/`,
    access,
    body: RuleWrite,
    reply: z.object({ results: z.array(ExampleOutcome) }),
  }),
  create: endpoint({
    id: 'rules.create',
    administers: true,
    idempotent: true,
    changes: READS,
    method: 'POST',
    path,
    access,
    body: RuleWrite,
    status: 201,
    reply: SavedRule,
  }),
  /** What a rule would have stopped, before it is saved; stores nothing. */
  trial: endpoint({
    id: 'rules.trial',
    changes: [],
    method: 'POST',
    path: `${path}trial/`,
    access,
    body: RuleWrite,
    reply: RuleTrial,
  }),
  /** Asks another person, a superadmin, to approve a rule that one alone may not save. */
  ask: endpoint({
    id: 'rules.ask',
    administers: true,
    idempotent: true,
    changes: REQUEST_READS,
    method: 'POST',
    path: `${path}request/`,
    access,
    body: RuleRequest,
    status: 201,
    reply: z.object({ id: z.int(), detail: z.string() }),
  }),
  /** The requests about rules that wait, the oldest first; superadmins decide them among all requests. */
  requests: endpoint({
    id: 'rules.requests',
    method: 'GET',
    path: `${path}request/`,
    access,
    reply: z.object({ results: z.array(RuleRequested) }),
  }),
  /** Another version; the field stays. */
  update: endpoint({
    id: 'rules.update',
    administers: true,
    changes: READS,
    method: 'PUT',
    path: `${path}:id/`,
    access,
    params,
    body: RuleWrite,
    reply: SavedRule,
  }),
  /** Conflict `second_person_needed` for whoever has not all departments, and so may not loosen it alone either. */
  remove: endpoint({
    id: 'rules.remove',
    administers: true,
    changes: READS,
    method: 'DELETE',
    path: `${path}:id/`,
    access,
    params,
    reply: z.object({ detail: z.string() }),
  }),
}
