import { own } from '#codes/own.ts'
import { HOUR_MS } from '../time/units.ts'

/** The life of a document (decisions.md §3). Only `server/src/documents/life/transition.ts` writes a status. */
export const STATUSES = [
  'Pending Approval',
  'Approved',
  'Submitted',
  'Outcome Unknown',
  'OnHold',
  'Submission Failed',
  'Validated',
  'Invalid',
  'Approval Rejected',
  'User Cancelled',
] as const
export type Status = (typeof STATUSES)[number]

/** What happens to a document. `edit` and `create` keep or start the row; the others only move it. */
export const EVENTS = [
  'edit',
  'approve',
  'undo_approval',
  'reject',
  'withdraw',
  'accept',
  'refuse',
  'lose_answer',
  'prove_not_arrived',
  'hold',
  'release',
  'validate',
  'invalidate',
  'cancel',
  'retry',
] as const
export type LifecycleEvent = (typeof EVENTS)[number]

const TRANSITIONS: Record<LifecycleEvent, Partial<Record<Status, Status>>> = {
  edit: {
    'Submission Failed': 'Pending Approval',
    Invalid: 'Pending Approval',
    'Approval Rejected': 'Pending Approval',
  },
  approve: { 'Pending Approval': 'Approved' },
  // Only before anything of it was released to the authority; somebody may hold it meanwhile.
  undo_approval: { Approved: 'Pending Approval', OnHold: 'Pending Approval' },
  // From OnHold too: what a person held for a fault could only go out otherwise (decisions/006).
  reject: { 'Pending Approval': 'Approval Rejected', OnHold: 'Approval Rejected' },
  // What came back need not go again: it is thrown away, and its number is free.
  withdraw: {
    'Pending Approval': 'User Cancelled',
    'Submission Failed': 'User Cancelled',
    Invalid: 'User Cancelled',
    'Approval Rejected': 'User Cancelled',
  },
  accept: { Approved: 'Submitted', 'Outcome Unknown': 'Submitted' },
  refuse: { Approved: 'Submission Failed' },
  lose_answer: { Approved: 'Outcome Unknown' },
  prove_not_arrived: { 'Outcome Unknown': 'Approved' },
  // A person may hold what the server held: it would go on by itself.
  hold: { Approved: 'OnHold', OnHold: 'OnHold' },
  release: { OnHold: 'Approved' },
  validate: { Submitted: 'Validated' },
  invalidate: { Submitted: 'Invalid' },
  cancel: { Validated: 'User Cancelled' },
  retry: { 'Submission Failed': 'Approved' },
}

/** Where an event leads from a status, or undefined when it may not happen there. */
export const next = (from: Status, event: LifecycleEvent): Status | undefined => TRANSITIONS[event][from]

export const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text)

/** Between approval and verdict: shown under the tab In Progress. */
export const IN_PROGRESS: readonly Status[] = ['Approved', 'Submitted', 'Outcome Unknown']

/** What has still to come to its end where nothing new is made (decisions/024). */
export const UNFINISHED: readonly Status[] = ['Pending Approval', ...IN_PROGRESS, 'OnHold']

/** The tabs of the list, in order (specification 1 §2 and decisions.md §3); All shows every status. */
export const TABS = {
  All: STATUSES,
  'Pending Approval': ['Pending Approval'],
  Failed: ['Submission Failed'],
  Validated: ['Validated'],
  'Approval Rejected': ['Approval Rejected'],
  'User Cancelled': ['User Cancelled'],
  OnHold: ['OnHold'],
  'In Progress': IN_PROGRESS,
  Invalid: ['Invalid'],
} as const satisfies Record<string, readonly Status[]>
export type Tab = keyof typeof TABS
/** Their names, in order: the keys of `TABS` are the tabs. */
export const TAB_NAMES = Object.keys(TABS) as [Tab, ...Tab[]]

/** The statuses which the name of a status or of a tab stands for; none for other names. */
export const statusesOf = (name: string): readonly Status[] =>
  isStatus(name) ? [name] : (own<readonly Status[]>(TABS, name) ?? [])

/** Whatever comes to one of these has been received by the authority. */
export const RECEIVED: readonly Status[] = ['Submitted', 'Validated', 'Invalid']

/** In these a document gives its number back: another of the company may bear it (decisions.md §3). */
export const NUMBER_FREE: readonly Status[] = ['User Cancelled']

/** A list filter, no status: everything handed to the authority, whatever became of it (decisions.md §10). */
export const LHDN_SUBMISSION = 'LHDN Submission'

/** A list filter, no status: valid documents whose buyer has asked the authority to reject them. */
export const REJECTION_REQUESTED = 'Rejection Requested'

/** A list filter, no status: consolidated documents that wait for somebody near their last day by law, or after it. */
export const TERM_ENDING = 'Consolidated Due'

/** A list filter, no status: valid documents whose last cancellation had no effect, or of which it is not known. */
export const NOT_CANCELLED = 'Cancellation Unsettled'

/** A list filter, no status: pending for more than a day, and somebody else than the reader must decide. */
export const WAITING_LONG = 'Waiting Over a Day'
export const LONG_WAIT_MS = 24 * HOUR_MS

/** A list filter, no status: valid documents whose time for a cancellation ends within a day, or whose buyer waits. */
export const WINDOW_ENDING = 'Cancel Window Ending'
export const WINDOW_ENDING_MS = 24 * HOUR_MS
