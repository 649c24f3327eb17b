import { CANCEL_WINDOW_MS } from '../access/policy.ts'
import type { Status } from '../documents/lifecycle.ts'
import { addDays, type CalendarDate, malaysianDate, startOfDay } from '../time/dates.ts'
import { HOUR_MS } from '../time/units.ts'
import type { KindKey } from './kinds.ts'

/** What must be known of a document to say what people are told of it. */
export type DocumentFacts = {
  status: Status
  /** Which line of its history brought it there, and when. */
  line_id: string
  moved_at: Date
  /** Who brought it there; null where it was nobody of ours. */
  moved_by: string | null
  /** OnHold, and a person must let it go. */
  stays_held: boolean
  /** It is held so since LHDN has another document of its number. */
  differs_at_lhdn: boolean
  /** It replaces a document that is not cancelled at the authority yet, and nobody may approve it before. */
  awaits_cancellation: boolean
  created_by: string | null
  edited_by: readonly string[]
  consolidated: boolean
  /** It was made for a test system from which its company has gone: a trial, for which no law asks. */
  left_trial: boolean
  submit_by: CalendarDate
  validated_at: Date | null
  reject_requested_at: Date | null
  /** The newest cancellation of it that has not had its effect; null without. */
  cancellation: { id: string; state: string; at: Date } | null
}

/**
 * What people are told of one document. `origin`: two of one kind with the same origin are the same thing, told once.
 * `look_at`: when time alone may change it next.
 */
export type DocumentNotice = {
  kind: KindKey
  origin: string
  began_at: Date
  due_at: Date | null
  look_at: Date | null
  /** Whom it does not concern: nobody approves what they made or edited, or hears what they sent back. */
  hidden_from: readonly string[]
}

/** The kinds that `noticesOf` decides about. */
export const DOCUMENT_KINDS = [
  'submission_failed',
  'invalid',
  'outcome_unknown',
  'received_already',
  'sent_back',
  'on_hold',
  'rejection_requested',
  'cancellation_failed',
  'submission_deadline',
  'approval_waiting',
] as const satisfies readonly KindKey[]

const BY_STATUS: Partial<Record<Status, KindKey>> = {
  'Submission Failed': 'submission_failed',
  Invalid: 'invalid',
  'Outcome Unknown': 'outcome_unknown',
  'Pending Approval': 'approval_waiting',
  'Approval Rejected': 'sent_back',
}

/** In these the document has still to be sent, and a person must act for it. */
export const UNSENT: readonly Status[] = [
  ...(['Pending Approval', 'Submission Failed', 'Invalid', 'OnHold'] as const),
  // The law asks for it all the same: whoever made it corrects it.
  'Approval Rejected',
]

const LEAD_MS = 48 * HOUR_MS

/** It is for a person to ask again; nothing of it goes on by itself. One that is unclear is asked about. */
export const FAILED_CANCELLATIONS: readonly string[] = ['refused', 'unclear', 'not_arrived', 'not_sent']

/** What people are told of a document at this moment. */
export const noticesOf = (document: DocumentFacts, now: Date): DocumentNotice[] => {
  const told = [...ofStatus(document), ...ofWindow(document, now)]
  const deadline = deadlineOf(document)
  if (!deadline) return told
  const from = new Date(deadline.getTime() - LEAD_MS)
  if (from > now) return told.map((notice) => ({ ...notice, look_at: from }))
  const { line_id, moved_at } = document
  const began_at = from > moved_at ? from : moved_at
  return [...told, { ...PLAIN, kind: 'submission_deadline', origin: line_id, began_at, due_at: deadline }]
}

const PLAIN = { due_at: null, look_at: null, hidden_from: [] }

const ofStatus = ({ status, line_id, moved_at, ...document }: DocumentFacts): DocumentNotice[] => {
  const held = document.differs_at_lhdn ? 'received_already' : document.stays_held ? undefined : 'on_hold'
  const kind = status === 'OnHold' ? held : BY_STATUS[status]
  if (!kind || (kind === 'approval_waiting' && document.awaits_cancellation)) return []
  return [{ ...PLAIN, kind, origin: line_id, began_at: moved_at, hidden_from: hiddenFrom(kind, document) }]
}

type People = Pick<DocumentFacts, 'created_by' | 'edited_by' | 'moved_by'>

const hiddenFrom = (kind: KindKey, { created_by, edited_by, moved_by }: People): string[] => {
  const known = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  if (kind === 'approval_waiting') return known([created_by, ...edited_by])
  return kind === 'sent_back' ? known([moved_by]) : []
}

/**
 * What must be answered while a validated document can still be cancelled. Whether it was cancelled may stay unknown
 * for longer, and is to be looked for as long.
 */
const ofWindow = (document: DocumentFacts, now: Date): DocumentNotice[] => {
  const { status, validated_at, reject_requested_at, cancellation } = document
  if (status !== 'Validated' || !validated_at) return []
  const due_at = new Date(validated_at.getTime() + CANCEL_WINDOW_MS)
  if (due_at <= now) {
    if (cancellation?.state !== 'unclear') return []
    const { id: origin, at: began_at } = cancellation
    return [{ ...PLAIN, kind: 'cancellation_failed', origin, began_at }]
  }
  const open = { ...PLAIN, due_at, look_at: due_at }
  const told: DocumentNotice[] = []
  if (reject_requested_at) {
    const origin = reject_requested_at.toISOString()
    told.push({ ...open, kind: 'rejection_requested', origin, began_at: reject_requested_at })
  }
  if (cancellation && FAILED_CANCELLATIONS.includes(cancellation.state))
    told.push({ ...open, kind: 'cancellation_failed', origin: cancellation.id, began_at: cancellation.at })
  return told
}

/** The end of the last day of a consolidated document that waits for somebody; others have no such day by law. */
const deadlineOf = ({ status, consolidated, left_trial, submit_by }: DocumentFacts): Date | undefined =>
  UNSENT.includes(status) && consolidated && !left_trial ? startOfDay(addDays(submit_by, 1)) : undefined

/** The latest of the last days by law that are told at this moment. */
export const toldUpTo = (now: Date): CalendarDate =>
  addDays(malaysianDate(new Date(now.getTime() + LEAD_MS)), -1)
