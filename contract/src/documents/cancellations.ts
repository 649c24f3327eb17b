import { z } from 'zod'
import { Refusal } from '../approvals.ts'
import { DOCUMENT_READS } from '../changes.ts'
import { Environment } from '../document-detail.ts'
import { type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import { instant, listUpTo, reason, uuid } from '../fields.ts'

/** So many documents are cancelled in one act; a page of the list shows 200. */
export const CANCELLED_AT_ONCE_MAX = 500

/** So many runs are told of at once: one act makes one for each company of those chosen. */
export const CANCELLATION_RUNS_TOLD_MAX = 50

/** `cancelling` goes on. The ends: `stopped` by a person, or since its maker may cancel no more, and `ended`. */
const RUN_STATES = ['cancelling', 'stopped', 'ended'] as const
export type CancellationRunState = (typeof RUN_STATES)[number]

const CancellationRun = z.object({
  id: z.string(),
  state: z.enum(RUN_STATES),
  /** Whose documents these are, and where they were sent. */
  company: z.string(),
  environment: Environment,
  made_by_name: z.string(),
  reason: z.string(),
  created_at: instant,
  total: z.int(),
  /** Not asked for yet, the one included that LHDN is asked for at this moment. */
  waiting: z.int(),
  /** Whether one of those is with LHDN at this moment: stopping does not reach it. */
  is_asking: z.boolean(),
  cancelled: z.int(),
  refused: z.int(),
  /** The answer was lost: Lulus asks LHDN until it knows. */
  unclear: z.int(),
  /** They stay as they are, since the run was stopped before their turn. */
  not_asked: z.int(),
  /** About so much longer it takes at the pace that LHDN permits, ms. */
  left_ms: z.int(),
  /** What it waits for, beside its turn; empty while it goes on. */
  waits_why: z.string(),
  /** Why it was stopped, where no person did; otherwise empty. */
  stopped_why: z.string(),
  /** What was refused, and why: the first ones. All that was not cancelled stands in the file. */
  refusals: z.array(Refusal),
})
export type CancellationRun = z.infer<typeof CancellationRun>

/** At most so many refusals stand beside a run. */
export const CANCELLATION_REFUSALS_TOLD_MAX = 50

const uuids = listUpTo(
  uuid('Not a document id.'),
  CANCELLED_AT_ONCE_MAX,
  `At most ${CANCELLED_AT_ONCE_MAX} documents are cancelled at once.`,
)
  .refine((ids) => ids.length > 0, 'Please name a document.')
  .refine((ids) => new Set(ids).size === ids.length, 'Please name each document once.')

const params = z.object({ id: uuid('Not the id of a cancellation.') })

const CANCELLATION_RUN_READS: readonly EndpointName[] = ['cancellations.latest', 'cancellations.read']

/** Cancelling many documents in one act (docs/decisions/066); `documents.cancel` stays for one. */
export const cancellations = {
  /** Which of these can be cancelled now, why the others cannot, and how long it takes. Nothing is cancelled. */
  preview: endpoint({
    id: 'cancellations.preview',
    changes: [],
    method: 'POST',
    path: '/api/v1/cancellations/preview/',
    access: superadmin,
    body: z.object({ uuids }),
    reply: z.object({
      cancellable: z.int(),
      /** Which of the windows of those ends first; null where there is none. */
      first_ends_at: instant.nullable(),
      /** About so long it takes, ms, with what of the same companies waits already. */
      takes_ms: z.int(),
      /** So many of those stay valid, since at that pace their window ends before their turn. */
      too_late: z.int(),
      refusals: z.array(Refusal),
    }),
  }),
  /**
   * Has the server cancel these one by one, those whose window ends first before the others: a run for each company and
   * environment. What cannot be cancelled stands in it as refused.
   */
  begin: endpoint({
    id: 'cancellations.begin',
    changes: [...DOCUMENT_READS, ...CANCELLATION_RUN_READS],
    method: 'POST',
    path: '/api/v1/cancellations/',
    access: superadmin,
    idempotent: true,
    status: 201,
    body: z.object({ uuids, reason: reason(300) }),
    reply: z.object({ runs: z.array(CancellationRun) }),
  }),
  /** Those that go on, whoever began them, and the caller's own that ended not long ago; newest first. */
  latest: endpoint({
    id: 'cancellations.latest',
    method: 'GET',
    path: '/api/v1/cancellations/latest/',
    access: superadmin,
    reply: z.object({ runs: z.array(CancellationRun) }),
  }),
  read: endpoint({
    id: 'cancellations.read',
    method: 'GET',
    path: '/api/v1/cancellations/:id/',
    access: superadmin,
    params,
    reply: CancellationRun,
  }),
  /** What LHDN was not asked for yet stays validated. Said again it answers how that stands. */
  stop: endpoint({
    id: 'cancellations.stop',
    changes: CANCELLATION_RUN_READS,
    method: 'POST',
    path: '/api/v1/cancellations/:id/stop/',
    access: superadmin,
    params,
    reply: CancellationRun,
  }),
  /** Each document that was not cancelled with its reason, as `not_cancelled.csv`. */
  refusals: endpoint({
    id: 'cancellations.refusals',
    method: 'GET',
    path: '/api/v1/cancellations/:id/refused/',
    access: superadmin,
    params,
    reply: 'file',
  }),
}
