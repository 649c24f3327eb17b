import { isNote } from '../documents/document.ts'
import type { Status } from '../documents/lifecycle.ts'
import { formatInstant } from '../time/dates.ts'
import { HOUR_MS } from '../time/units.ts'
import { type Answer, checkFlags, type Needed, no, yes } from './answer.ts'
import type { Caller } from './caller.ts'
import { checkMaker, type Made, type MakerSettings } from './maker.ts'

/** What may be done to one document. The server enforces it; buttons show the same sentence (style.md §8). */
export const ACTIONS = [
  'edit',
  'approve',
  'reject',
  'withdraw',
  'fetch_updates',
  'get_pdf',
  'cancel',
  'correct',
  'retry',
  'hold',
  'release',
  'settle',
] as const
export type Action = (typeof ACTIONS)[number]

/** The facts of a document that decide; `validated_at` is the authority's own validation instant. */
export type Subject = Made & {
  status: Status
  invoice_type: string
  validated_at: Date | null
  /** It replaces a document that the authority has not cancelled yet. */
  awaits_cancellation: boolean
  /** A person put it on hold, not the server; looked up where that decides. */
  held_by_person?: boolean
}

type DocumentAnswer = Answer<
  'flag_missing' | 'own_document' | 'wrong_status' | 'too_late' | 'awaits_cancellation'
>

/** Why a document that corrects another one cannot go on yet. */
export const AWAITS_CANCELLATION = 'The document that this one corrects is not cancelled at LHDN yet.'

const HELD_ALREADY = 'Somebody holds the document already; it waits until it is released.'

/** The authority's window for cancelling, from its validation instant (MyInvois API, cancel document). */
export const CANCEL_WINDOW_MS = 72 * HOUR_MS

/**
 * The authority recognises a second copy of a document for so long (MyInvois API, duplicate submission). Until then
 * Lulus finds out by itself what became of a lost answer; afterwards a person decides.
 */
export const RECOGNISED_MS = 2 * HOUR_MS

export const may = (
  caller: Caller,
  action: Action,
  document: Subject,
  now: Date,
  settings: MakerSettings = { allow_self_approval: false },
): DocumentAnswer => {
  const flag = checkFlags(caller, FLAGS_FOR[action])
  if (!flag.ok) return flag
  const status = checkStatus(action, document.status)
  if (!status.ok) return status
  if (action === 'approve' || action === 'reject') {
    const maker = checkMaker(caller, 'document', { ...document, ...settings })
    if (!maker.ok || action === 'reject' || !document.awaits_cancellation) return maker
    return no('awaits_cancellation', AWAITS_CANCELLATION)
  }
  if (action === 'hold' && document.held_by_person) return no('wrong_status', HELD_ALREADY)
  if (action === 'withdraw') return checkWithdrawal(caller, document)
  if (action === 'cancel' || action === 'correct') return checkWindow(document, now)
  return yes
}

const VIEW: Needed = ['can_view_invoice', 'can_view_all']

const FLAGS_FOR: Record<Action, Needed> = {
  edit: ['can_edit_invoice'],
  approve: ['can_approve_invoice'],
  reject: ['can_approve_invoice'],
  withdraw: ['can_create_invoice', 'can_edit_invoice'],
  fetch_updates: VIEW,
  get_pdf: VIEW,
  cancel: 'superadmin',
  // It cancels the document that it replaces.
  correct: 'superadmin',
  retry: ['can_approve_invoice'],
  hold: ['can_approve_invoice'],
  release: ['can_approve_invoice'],
  settle: ['can_approve_invoice'],
}

const ALLOWED_IN: Record<Action, readonly Status[]> = {
  edit: ['Submission Failed', 'Invalid', 'Approval Rejected'],
  approve: ['Pending Approval'],
  reject: ['Pending Approval', 'OnHold'],
  withdraw: ['Pending Approval', 'Submission Failed', 'Invalid', 'Approval Rejected'],
  fetch_updates: ['Submitted', 'Outcome Unknown', 'Validated', 'Invalid'],
  get_pdf: ['Validated', 'User Cancelled', 'Approval Rejected'],
  cancel: ['Validated'],
  correct: ['Validated'],
  retry: ['Submission Failed'],
  hold: ['Approved', 'OnHold'],
  release: ['OnHold'],
  settle: ['Outcome Unknown'],
}

const checkStatus = (action: Action, status: Status): DocumentAnswer =>
  ALLOWED_IN[action].includes(status)
    ? yes
    : no(
        'wrong_status',
        `Only possible while the document is ${ALLOWED_IN[action].join(' or ')}; it is ${status}.`,
      )

/**
 * What waits for approval is its creator's alone. What an approver sent back, or LHDN refused, is thrown away by
 * whoever may edit it too: a program made it, or its creator has left, and its number is wanted again.
 */
const checkWithdrawal = (caller: Caller, document: Subject): DocumentAnswer => {
  if (caller.kind === 'user' && caller.user_id === document.created_by) return yes
  if (document.status === 'Pending Approval')
    return no('own_document', 'Only the person who created the document may withdraw it.')
  return caller.kind === 'user' && checkFlags(caller, FLAGS_FOR.edit).ok
    ? yes
    : no('own_document', 'Only the person who created the document, or who may edit it, may withdraw it.')
}

const checkWindow = (document: Subject, now: Date): DocumentAnswer => {
  const end = cancelDeadline(document)
  if (end && now.getTime() <= end.getTime()) return yes
  if (!end) return no('too_late', 'The authority has not stated when it validated this document.')
  const ended = formatInstant(end)
  return no(
    'too_late',
    isNote(document.invoice_type)
      ? `The 72 hours for cancelling ended on ${ended}. Correct the document that it refers to with another note.`
      : `The 72 hours for cancelling ended on ${ended}. Correct it with a credit, debit or refund note.`,
  )
}

/** The last instant at which the authority accepts a cancellation, or null before validation. */
export const cancelDeadline = (document: Pick<Subject, 'validated_at'>): Date | null =>
  document.validated_at && new Date(document.validated_at.getTime() + CANCEL_WINDOW_MS)
