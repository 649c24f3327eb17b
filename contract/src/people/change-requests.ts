import { z } from 'zod'
import { FLAGS } from '#domain/access/flags.ts'
import { isBlank } from '#domain/text/characters.ts'
import { Ability } from '../document-detail.ts'
import { anyOf, type EndpointName, endpoint, superadmin } from '../endpoint.ts'
import { STORE_CODE, WRONG_STORE_CODE } from '../entities.ts'
import { instant, listUpTo, logAfter, logOf, pageSize, text, uuid } from '../fields.ts'

const CHANGE_ACTIONS = ['create', 'edit', 'delete'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]
export const REQUEST_STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
const CHANGED_KINDS = ['group', 'store_code', 'validation_rule'] as const
export type ChangedKind = (typeof CHANGED_KINDS)[number]

/** As the specification names them, and rules, which it does not have decided. */
export const MODEL_NAMES = {
  group: 'Group',
  store_code: 'Store Code',
  validation_rule: 'Validation Rule',
} as const

/** A request that nobody decides ends after so long. */
export const REQUEST_DAYS = 7
/** So many requests may wait at a time. */
export const PENDING_MAX = 200
/** So many of these of one person who decides none: rules are asked for by whoever may change rules. */
export const OWN_PENDING_MAX = 20

const NAME_LENGTH_MAX = 100
const REASON_LENGTH_MAX = 300

const action = z.enum(CHANGE_ACTIONS)
/** Which one is changed; of one that is to be made it is empty. */
const target = (message: string) => z.union([z.literal(''), uuid(message)]).nullish()
const reason = text(REASON_LENGTH_MAX).refine(
  (value) => !isBlank(value),
  'A reason is required to submit this request.',
)

/** What a group shall be; permissions that are not named stay as they are. */
export const GroupChange = z.object({
  action,
  group_id: target('Not a group id.'),
  name: text(NAME_LENGTH_MAX),
  permissions: listUpTo(z.enum(FLAGS), FLAGS.length, 'Each permission can be given once.').nullish(),
})
export type GroupChange = z.output<typeof GroupChange>

export const StoreCodeChange = z.object({
  action,
  storecode_id: target('Not a store code id.'),
  code: text(20).refine((value) => value === '' || STORE_CODE.test(value), WRONG_STORE_CODE),
  name: text(NAME_LENGTH_MAX),
  /** The company of a new one; needed where there are several. */
  sender_entity_code: text(60),
})
export type StoreCodeChange = z.output<typeof StoreCodeChange>

/** One field that differs; of permissions one that comes or goes. */
export const Difference = z.object({ field: z.string(), old_value: z.string(), new_value: z.string() })

/** Who gains or loses a right: a permission, or a department by its code. */
export const Effect = z.object({
  right: z.string(),
  gains: z.boolean(),
  count: z.int(),
  /** The first of them by name. */
  people: z.array(z.string()),
})
export type Effect = z.infer<typeof Effect>

/** What a change would mean, before it is asked for. */
export const ChangePreview = z.object({
  target_name: z.string(),
  changes: z.array(Difference),
  effects: z.array(Effect),
  /** Who could decide it, by name. */
  deciders: z.array(z.string()),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** What a rule would have stopped of the documents of the last 90 days, of all departments, when it was asked for. */
export const RequestTrial = z.object({
  judged: z.int(),
  /** False: there were more of those days than could be judged. */
  complete: z.boolean(),
  stopped: z.int(),
  /** Of these, so many are valid at the authority. */
  stopped_valid: z.int(),
})
export type RequestTrial = z.infer<typeof RequestTrial>

export const ApprovalRequest = z.object({
  id: z.int(),
  model_name: z.enum(MODEL_NAMES),
  action,
  /** What it shall be; of a deletion what it is. */
  data: z.object({
    name: z.string(),
    code: z.string().optional(),
    permissions: z.array(z.string()).optional(),
  }),
  target_name: z.string(),
  /** Empty for groups. */
  sender_entity_name: z.string(),
  changes: z.array(Difference),
  /** What it means as things are now; empty once it is decided. */
  effects: z.array(Effect),
  /** Null for all but rules, and for a rule that was asked for while too many were being tried. */
  trial: RequestTrial.nullable(),
  requested_by: z.string(),
  requested_at: instant,
  expires_at: instant,
  reason: z.string(),
  state: z.enum(REQUEST_STATES),
  /** Empty while it waits, and where it expired. */
  decided_by: z.string(),
  decided_at: instant.nullable(),
  rejection_reason: z.string(),
  may_approve: Ability,
  may_reject: Ability,
  may_withdraw: z.boolean(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

const Asked = z.object({ id: z.int(), detail: z.string() })
const Decided = z.object({ id: z.int(), state: z.enum(REQUEST_STATES) })
const requestId = z.int().min(1).max(2_147_483_647)

/** What tells of requests, or of what they change once they are approved. */
export const REQUEST_READS: readonly EndpointName[] = [
  'changeRequests.list',
  'changeRequests.decided',
  'groups.list',
  'storeCodes.list',
  'rules.list',
  'rules.versions',
  'rules.requests',
]

export const changeRequests = {
  /** What a change of a group would mean; changes nothing. */
  previewGroup: endpoint({
    id: 'changeRequests.previewGroup',
    changes: [],
    method: 'POST',
    path: '/api/v1/group-change-request/preview/',
    access: superadmin,
    body: GroupChange,
    reply: ChangePreview,
  }),
  previewStoreCode: endpoint({
    id: 'changeRequests.previewStoreCode',
    changes: [],
    method: 'POST',
    path: '/api/v1/storecode-change-request/preview/',
    access: superadmin,
    body: StoreCodeChange,
    reply: ChangePreview,
  }),
  /** Asks for a change of a group; nothing changes before another superadmin approves. */
  askGroup: endpoint({
    id: 'changeRequests.askGroup',
    changes: REQUEST_READS,
    idempotent: true,
    method: 'POST',
    path: '/api/v1/group-change-request/',
    access: superadmin,
    body: GroupChange.extend({ reason }),
    status: 201,
    reply: Asked,
  }),
  askStoreCode: endpoint({
    id: 'changeRequests.askStoreCode',
    changes: REQUEST_READS,
    idempotent: true,
    method: 'POST',
    path: '/api/v1/storecode-change-request/',
    access: superadmin,
    body: StoreCodeChange.extend({ reason }),
    status: 201,
    reply: Asked,
  }),
  /** Those that wait, the oldest first. */
  list: endpoint({
    id: 'changeRequests.list',
    method: 'GET',
    path: '/api/v1/approval-requests/',
    access: superadmin,
    /** Those that are decided are a log of their own: who asks for them here is told so, and not what waits. */
    query: z.object({ state: z.literal('pending', 'Decided requests are listed at decided/.').optional() }),
    reply: z.array(ApprovalRequest),
  }),
  /** Those that are decided or expired, the newest first. */
  decided: endpoint({
    id: 'changeRequests.decided',
    method: 'GET',
    path: '/api/v1/approval-requests/decided/',
    access: superadmin,
    query: z.object({ after: logAfter, page_size: pageSize(50, 100) }),
    reply: logOf(ApprovalRequest),
  }),
  /** Approves a request, which does what it asks for, or rejects it. */
  decide: endpoint({
    id: 'changeRequests.decide',
    changes: [...REQUEST_READS, 'session.profile', 'session.permissions'],
    method: 'POST',
    path: '/api/v1/approve-request/',
    access: superadmin,
    body: z.object({
      approval_id: requestId,
      decision: z.enum(['approve', 'reject']),
      rejection_reason: text(REASON_LENGTH_MAX),
    }),
    reply: Decided,
  }),
  /** Takes one's own request back: one about a rule is made by whoever may change rules. */
  withdraw: endpoint({
    id: 'changeRequests.withdraw',
    administers: true,
    changes: REQUEST_READS,
    method: 'POST',
    path: '/api/v1/approval-requests/:id/withdraw/',
    access: anyOf('can_perform_mapping'),
    params: z.object({ id: z.coerce.number().pipe(requestId) }),
    reply: Decided,
  }),
}
