import { z } from 'zod'
import { SUM_KINDS } from '#domain/documents/sums.ts'
import { DOCUMENT_READS } from './changes.ts'
import { PendingFilters } from './document-rows.ts'
import { anyOf, type EndpointName, endpoint } from './endpoint.ts'
import { amount, instant, listUpTo, uuid } from './fields.ts'

/** So many documents are approved, or taken back, in one transaction and within the call; more by a job. */
export const APPROVED_AT_ONCE_MAX = 500

/** So many documents can be one frozen set. */
export const FROZEN_MAX = 100_000

/** An approval of many can be undone for so long; only then is any of it released to the authority. */
export const UNDO_MS = 10_000

/** So many of a person's approvals are told of at once. */
export const RUNS_TOLD_MAX = 5

/**
 * `frozen`: noted, nothing is approved. `approving` and `undoing` go on. `undoable`: decided, and not released before
 * `release_at`. `released` and `undone` are the ends.
 */
const APPROVAL_RUN_STATES = ['frozen', 'approving', 'undoable', 'released', 'undoing', 'undone'] as const
export type ApprovalRunState = (typeof APPROVAL_RUN_STATES)[number]

/** What documents of one currency and kind come to (`domain/src/documents/sums.ts`); what is given back has a minus. */
const CurrencySum = z.object({
  currency: z.string(),
  kind: z.enum(SUM_KINDS),
  documents: z.int(),
  total: amount,
})
export type CurrencySum = z.infer<typeof CurrencySum>

/**
 * Why a document was not approved, or not cancelled; `code` is that of the single call. The number only of what the
 * caller may see.
 */
export const Refusal = z.object({
  uuid: z.string(),
  invoice_number: z.string(),
  code: z.string(),
  why: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

export const ApprovalRun = z.object({
  id: z.string(),
  state: z.enum(APPROVAL_RUN_STATES),
  total: z.int(),
  approved: z.int(),
  refused: z.int(),
  undone: z.int(),
  sums: z.array(CurrencySum),
  created_at: instant,
  /** When the approved ones go to the authority; null while it is not known, and where none does. */
  release_at: instant.nullable(),
  /** How much longer it can be undone, in ms as of this answer; 0 when it cannot. */
  undo_ms: z.int(),
  /** The first ones, at most as many as are approved at once; all of them stand in the file. */
  refusals: z.array(Refusal),
})
export type ApprovalRun = z.infer<typeof ApprovalRun>

const Outcome = z.object({
  uuid: z.string(),
  result: z.enum(['approved', 'refused']),
  code: z.string(),
  why: z.string(),
})

const access = anyOf('can_approve_invoice')
const params = z.object({ id: uuid('Not the id of an approval.') })

const RUN_READS: readonly EndpointName[] = ['approvals.latest', 'approvals.read']

/** Approving many documents in one act (docs/decisions/041); `documents.approve` stays for one. */
export const approvals = {
  /** These documents, each with the revision that the approver saw, and an answer for each. */
  approve: endpoint({
    id: 'approvals.approve',
    changes: [...DOCUMENT_READS, ...RUN_READS],
    method: 'POST',
    path: '/api/v1/integration/approve-invoices/',
    access,
    idempotent: true,
    status: 200,
    body: z.object({
      documents: listUpTo(
        z.object({ uuid: uuid('Not a document id.'), revision: z.int().min(1).max(2_147_483_647) }),
        APPROVED_AT_ONCE_MAX,
        `At most ${APPROVED_AT_ONCE_MAX} documents are approved at once.`,
      )
        .refine((documents) => documents.length > 0, 'Please name a document.')
        .refine(
          (documents) => new Set(documents.map((one) => one.uuid)).size === documents.length,
          'Please name each document once.',
        ),
    }),
    reply: z.object({ run: ApprovalRun, results: z.array(Outcome) }),
  }),
  /**
   * Notes which pending documents match at this moment and may be approved by the caller, with their revisions: what
   * comes or changes later is no part of it. Nothing is approved. The caller's former set is forgotten.
   */
  freeze: endpoint({
    id: 'approvals.freeze',
    changes: [],
    method: 'POST',
    path: '/api/v1/approvals/',
    access,
    body: PendingFilters.omit({ may_approve: true }),
    // `companies`: the names of those whose documents these are.
    reply: ApprovalRun.extend({ companies: z.array(z.string()) }),
  }),
  /** Approves a frozen set: within the call, or by a job. Said again it answers how that stands. */
  approveFrozen: endpoint({
    id: 'approvals.approveFrozen',
    changes: [...DOCUMENT_READS, ...RUN_READS],
    method: 'POST',
    path: '/api/v1/approvals/:id/approve/',
    access,
    params,
    later: true,
    reply: ApprovalRun,
  }),
  /** Takes the documents back to Pending Approval, as long as nothing was released. */
  undo: endpoint({
    id: 'approvals.undo',
    changes: [...DOCUMENT_READS, ...RUN_READS],
    method: 'POST',
    path: '/api/v1/approvals/:id/undo/',
    access,
    params,
    later: true,
    reply: ApprovalRun,
  }),
  /** The caller's last ones, newest first: those that go on or can be undone, and what ended not long ago. */
  latest: endpoint({
    id: 'approvals.latest',
    method: 'GET',
    path: '/api/v1/approvals/latest/',
    access,
    reply: z.object({ runs: z.array(ApprovalRun) }),
  }),
  read: endpoint({
    id: 'approvals.read',
    method: 'GET',
    path: '/api/v1/approvals/:id/',
    access,
    params,
    reply: ApprovalRun,
  }),
  /** Each refused document with its reason, as `not_approved.csv`. */
  refusals: endpoint({
    id: 'approvals.refusals',
    method: 'GET',
    path: '/api/v1/approvals/:id/refused/',
    access,
    params,
    reply: 'file',
  }),
}
