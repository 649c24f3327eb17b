import type { Status } from '../documents/lifecycle.ts'
import { formatInstant } from '../time/dates.ts'
import { type Caller, holds, isSuperadmin } from './caller.ts'
import type { Flag } from './flags.ts'

/** What may be done to one document. The server enforces it; buttons show the same sentence (style.md §8). */
export const ACTIONS = [
  'edit',
  'approve',
  'reject',
  'withdraw',
  'fetch_updates',
  'get_pdf',
  'cancel',
  'retry',
  'hold',
  'release',
  'settle',
] as const
export type Action = (typeof ACTIONS)[number]

/** The facts of a document that decide; `validated_at` is the authority's own validation instant. */
export type Subject = {
  status: Status
  created_by: string | null
  last_edited_by: string | null
  validated_at: Date | null
}

export type PolicySettings = { allow_self_approval: boolean }

/** `code` is stable and decides the HTTP status: flag_missing is 403, everything else a 409 conflict. */
export type Answer =
  | { ok: true }
  | { ok: false; code: 'flag_missing' | 'own_document' | 'wrong_status' | 'too_late'; why: string }

/** The authority's window for cancelling, from its validation instant (MyInvois API, cancel document). */
export const CANCEL_WINDOW_MS = 72 * 3_600_000

/**
 * The authority recognises a second copy of a document for so long (MyInvois API, duplicate submission). Until then
 * Lulus finds out by itself what became of a lost answer; afterwards a person decides.
 */
export const RECOGNISED_MS = 2 * 3_600_000

const yes: Answer = { ok: true }
const no = (code: Exclude<Answer, { ok: true }>['code'], why: string): Answer => ({ ok: false, code, why })

export const may = (
  caller: Caller,
  action: Action,
  document: Subject,
  now: Date,
  settings: PolicySettings = { allow_self_approval: false },
): Answer => {
  const flag = checkFlag(caller, action)
  if (!flag.ok) return flag
  const status = checkStatus(action, document.status)
  if (!status.ok) return status
  if (action === 'approve' || action === 'reject') return checkMaker(caller, document, settings)
  if (action === 'withdraw') return checkCreator(caller, document)
  if (action === 'cancel') return checkWindow(document, now)
  return yes
}

const FLAG_FOR: Record<Action, Flag | 'superadmin' | 'view'> = {
  edit: 'can_edit_invoice',
  approve: 'can_approve_invoice',
  reject: 'can_approve_invoice',
  withdraw: 'can_create_invoice',
  fetch_updates: 'view',
  get_pdf: 'view',
  cancel: 'superadmin',
  retry: 'can_approve_invoice',
  hold: 'can_approve_invoice',
  release: 'can_approve_invoice',
  settle: 'can_approve_invoice',
}

const checkFlag = (caller: Caller, action: Action): Answer => {
  const needed = FLAG_FOR[action]
  const held =
    needed === 'superadmin'
      ? isSuperadmin(caller)
      : needed === 'view'
        ? holds(caller, 'can_view_invoice') || holds(caller, 'can_view_all')
        : holds(caller, needed)
  if (held) return yes
  if (needed === 'superadmin') return no('flag_missing', 'Only a superadmin may do this.')
  return no('flag_missing', `You need the permission ${needed === 'view' ? 'can_view_invoice' : needed}.`)
}

const ALLOWED_IN: Record<Action, readonly Status[]> = {
  edit: ['Submission Failed', 'Invalid', 'Approval Rejected'],
  approve: ['Pending Approval'],
  reject: ['Pending Approval'],
  withdraw: ['Pending Approval'],
  fetch_updates: ['Submitted', 'Outcome Unknown', 'Validated', 'Invalid'],
  get_pdf: ['Validated'],
  cancel: ['Validated'],
  retry: ['Submission Failed'],
  hold: ['Approved'],
  release: ['OnHold'],
  settle: ['Outcome Unknown'],
}

const checkStatus = (action: Action, status: Status): Answer =>
  ALLOWED_IN[action].includes(status)
    ? yes
    : no(
        'wrong_status',
        `Only possible while the document is ${ALLOWED_IN[action].join(' or ')}; it is ${status}.`,
      )

const checkMaker = (caller: Caller, document: Subject, settings: PolicySettings): Answer => {
  if (settings.allow_self_approval || caller.kind !== 'user') return yes
  if (caller.user_id === document.created_by)
    return no('own_document', 'You created this document; someone else must decide.')
  if (caller.user_id === document.last_edited_by) {
    return no('own_document', 'You edited this document last; someone else must decide.')
  }
  return yes
}

const checkCreator = (caller: Caller, document: Subject): Answer =>
  caller.kind === 'user' && caller.user_id === document.created_by
    ? yes
    : no('own_document', 'Only the person who created the document may withdraw it.')

const checkWindow = (document: Subject, now: Date): Answer => {
  const end = cancelDeadline(document)
  if (end && now.getTime() <= end.getTime()) return yes
  return no(
    'too_late',
    end
      ? `The 72 hours for cancelling ended on ${formatInstant(end)}. Correct it with a credit, debit or refund note.`
      : 'The authority has not stated when it validated this document.',
  )
}

/** The last instant at which the authority accepts a cancellation, or null before validation. */
export const cancelDeadline = (document: Pick<Subject, 'validated_at'>): Date | null =>
  document.validated_at && new Date(document.validated_at.getTime() + CANCEL_WINDOW_MS)
