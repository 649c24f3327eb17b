import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant, logAfter, logOf, optionalDay, pageSize, search } from '../fields.ts'

/** What is told: changes, by the words of the specification, and that somebody read a log or took it away. */
export const AUDIT_ACTIONS = ['CREATE', 'UPDATE', 'DELETE', 'READ', 'EXPORT'] as const

/** The kinds of things that it tells of. */
export const TARGET_KINDS = [
  ...(['user', 'group', 'entity', 'store_code', 'customer', 'item', 'template'] as const),
  ...([
    'document',
    'data_mapping',
    'enrichment',
    'validation_rule',
    'change_request',
    'report_schedule',
  ] as const),
  ...(['api_key', 'webhook', 'setting', 'broadcast', 'defect', 'log', 'demo_data'] as const),
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

const AuditEvent = z.object({
  id: z.string(),
  /** Empty for keys and for the server itself; the name is always there. */
  request_user_email: z.string(),
  request_user_name: z.string(),
  is_admin: z.boolean(),
  /** Empty where the target is no person. */
  target_user_email: z.string(),
  target_kind: z.string(),
  target_id: z.string(),
  /** As it was called then. */
  target_name: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  field_name: z.string(),
  old_value: z.string(),
  new_value: z.string(),
  /** Why, where somebody said so: the steps of documents have it. */
  reason: z.string(),
  timestamp: instant,
})
export type AuditEvent = z.infer<typeof AuditEvent>

const NO_TARGET = 'Please name a kind and an id (customer:…).'

/** What was changed: its kind and id, `customer:…`. A document's is its history, found by its uuid. */
export const AUDIT_TARGET =
  /^(?:document:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!document:)[a-z_]{1,40}:[\w.-]{1,200})$/
const auditTarget = z.string().max(250, NO_TARGET).regex(AUDIT_TARGET, NO_TARGET)

/** Empty means no filter. */
const none = z.literal('').transform(() => undefined)

/**
 * Days are Malaysian ones, the last one included. `request_user` and `target_user`: an id, or a part of a username,
 * name or e-mail address; who acts may be a key, by its name. `field`: its whole name, as the log tells it.
 */
const filters = {
  start_date: optionalDay,
  end_date: optionalDay,
  action: z.union([z.enum(['', 'All']).transform(() => undefined), z.enum(AUDIT_ACTIONS)]).optional(),
  request_user: search,
  target_user: search,
  target_kind: z.union([none, z.enum(TARGET_KINDS)]).optional(),
  field: search,
  is_admin: z.union([none, z.enum(['True', 'False'])]).optional(),
  target: z.union([none, auditTarget]).optional(),
}

/** One of the rows, by its id: steps of a document are numbered. */
const EVENT_ID = /^(?:\d{1,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const eventId = z.string().max(50, 'Not an id.').regex(EVENT_ID, 'Not an id.')

/** Who changed what. */
export const auditLog = {
  list: endpoint({
    id: 'auditLog.list',
    method: 'GET',
    path: '/api/v1/user-audit-logs/',
    access: superadmin,
    query: z.object({
      ...filters,
      id: z.union([none, eventId]).optional(),
      after: logAfter,
      page_size: pageSize(50, 200),
    }),
    reply: logOf(AuditEvent),
  }),
  /** All of them that match, as `audit_logs.csv`; the last line is the SHA-256 of all before it. */
  report: endpoint({
    id: 'auditLog.report',
    method: 'GET',
    path: '/api/v1/user-audit-logs/csv/',
    access: superadmin,
    query: z.object(filters),
    reply: 'file',
  }),
  /** The same as `audit_logs.jsonl`: a line for each, hashed with the one before (decisions/021). */
  sealed: endpoint({
    id: 'auditLog.sealed',
    method: 'GET',
    path: '/api/v1/user-audit-logs/jsonl/',
    access: superadmin,
    query: z.object(filters),
    reply: 'file',
  }),
}
