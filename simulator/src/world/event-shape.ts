import { z } from 'zod'
import { ANSWER_SHAPES, STEPS, type WorldEvent } from './records.ts'

/** Larger than any document; a place beyond it is a broken number. */
const BODY_BYTES_MAX = 10_000_000

const text = z.string()
const instant = z.number()
const maybeInstant = instant.nullable()
const finding = z.object({ code: text, message: text, path: text })
const steps = z.partialRecord(z.enum(STEPS), z.array(finding))
const party = z.object({ tin: text, id_type: text, id_value: text, name: text })

const keys = z.object({ ca_key_pem: text, ca_certificate_pem: text, token_key: text })

const settings = z.object({
  validation_delay_ms: z.number(),
  rate_limits: z.boolean(),
  search_lag_ms: z.number(),
  lookup_lag_ms: z.number(),
  shape: z.enum(ANSWER_SHAPES).optional(),
  limits: z.record(text, z.number()).optional(),
})

const taxpayer = party.extend({
  client_id: text,
  client_secret: text,
  client_secret_2: text,
  qr_code: text,
  represents: z.array(text),
})

const submission = z.object({
  submission_uid: text,
  caller_tin: text,
  intermediary_tin: text.nullable(),
  received_at: instant,
  payload_hash: text,
  uuids: z.array(text),
})

const facts = z.object({
  type_code: text,
  version: text,
  number: text,
  issue_date: text,
  issue_time: text,
  currency: text,
  supplier: party,
  buyer: party,
  totals: z.object({ payable: text, excluding_tax: text, discount: text, net: text }),
  references: z.array(z.object({ uuid: text, number: text })),
  consolidated: z.boolean(),
})

const document = facts.extend({
  uuid: text,
  submission_uid: text,
  code_number: text,
  format: z.enum(['XML', 'JSON']),
  document_hash: text,
  body: z.object({ at: z.int().min(0), length: z.int().min(0).max(BODY_BYTES_MAX) }),
  caller_tin: text,
  intermediary_tin: text.nullable(),
  received_at: instant,
  validate_at: instant,
  early: steps,
  status: z.enum(['Submitted', 'Valid', 'Invalid', 'Cancelled']),
  steps: steps.nullable(),
  validated_at: maybeInstant,
  long_id: text,
  cancelled_at: maybeInstant,
  reject_requested_at: maybeInstant,
  status_reason: text.nullable(),
})

/** What every version must be able to read: a field that comes later is optional here. */
const worldEvent: z.ZodType<WorldEvent> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys }),
  z.object({ kind: z.literal('clock'), offset_ms: z.number() }),
  z.object({ kind: z.literal('settings'), settings }),
  z.object({ kind: z.literal('taxpayer'), taxpayer }),
  z.object({ kind: z.literal('submission'), submission, documents: z.array(document) }),
  z.object({
    kind: z.literal('verdict'),
    uuid: text,
    status: z.enum(['Valid', 'Invalid']),
    steps,
    validated_at: instant,
    long_id: text,
  }),
  z.object({ kind: z.literal('cancellation'), uuid: text, at: instant, reason: text }),
  z.object({ kind: z.literal('rejection'), uuid: text, at: instant, reason: text }),
])

/** Whether a value read from the journal is an event, down to its last field. */
export const isWorldEvent = (value: unknown): value is WorldEvent => worldEvent.safeParse(value).success
