import type { Status } from '../documents/lifecycle.ts'

/** What a webhook tells, by the status that a document has reached. A document that is made reaches one too. */
export const EVENT_OF_STATUS = {
  'Pending Approval': 'document.pending_approval',
  Approved: 'document.approved',
  Submitted: 'document.submitted',
  'Outcome Unknown': 'document.outcome_unknown',
  OnHold: 'document.on_hold',
  'Submission Failed': 'document.submission_failed',
  Validated: 'document.validated',
  Invalid: 'document.invalid',
  'Approval Rejected': 'document.approval_rejected',
  'User Cancelled': 'document.cancelled',
} as const satisfies Record<Status, `document.${string}`>

export type EventType = (typeof EVENT_OF_STATUS)[Status]

/** The events to choose from, in the order of the statuses. */
export const EVENT_TYPES = Object.values(EVENT_OF_STATUS)

/** Sent by hand, whatever was chosen, to see whether it arrives. */
export const TEST_EVENT = 'webhook.test'

/** What happened to a document, as far as a webhook tells it. */
export type Step = {
  document_id: string
  /** Which line of the document's history it is, from 1: of two, the higher one is the later. Some are not told. */
  sequence: number
  /** When, in UTC. */
  at: Date
  /** Undefined: it was made. */
  from: Status | undefined
  to: Status
  invoice_number: string
  invoice_type: string
  sender_entity_code: string
  sender_store_code: string
  /** Where it goes: what was sent to a test system has no legal effect. */
  environment: 'simulator' | 'preprod' | 'prod'
  /** The document that it replaces, where that may be told. */
  corrects: string | null
}

/** The same line of a history has the same id in every webhook and in every try. */
export const eventIdOf = ({ document_id, sequence }: Pick<Step, 'document_id' | 'sequence'>) =>
  `evt_${document_id}_${sequence}`

/** The body of an event about a document, as it is sent and signed. */
export const eventBody = (step: Step): string =>
  JSON.stringify({
    id: eventIdOf(step),
    type: EVENT_OF_STATUS[step.to],
    timestamp: step.at.toISOString(),
    data: {
      uuid: step.document_id,
      invoice_number: step.invoice_number,
      invoice_type: step.invoice_type,
      status: step.to,
      previous_status: step.from ?? null,
      sequence: step.sequence,
      sender_entity_code: step.sender_entity_code,
      sender_store_code: step.sender_store_code,
      environment: step.environment,
      corrects: step.corrects,
    },
  })

/** The body of an event that tells of nothing. */
export const testBody = ({ id, at, webhook_id }: { id: string; at: Date; webhook_id: string }): string =>
  JSON.stringify({ id, type: TEST_EVENT, timestamp: at.toISOString(), data: { webhook_id } })
