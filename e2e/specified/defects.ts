/** What the specification says of the defect tracker, letter for letter; `defects.test.ts` finds all of it. */

/** Specification 3 §2, "Defect tracker". */
export const BREADCRUMB = ['Dashboard', 'Defect Tracker']
export const STATUS_TABS = ['All Open', 'Closed', 'Rejected', 'All Status']
export const CATEGORY_TABS = ['All', 'Defect', 'Enhancement', 'Clarification']
export const BUTTONS = ['Report', 'New Defect', 'Previous', 'Next']

/** Specification 3 §9. */
export const PAGE_SIZES = [50, 100, 200]
export const DESCRIPTION_CHARS = 60

/** Specification 3 §4; `deferred` by decisions.md §7. */
export const STATUSES = [
  'new',
  'assigned',
  'in_progress',
  'fixed',
  'retest',
  'deferred',
  'closed',
  'rejected',
]

/** Specification 3 §7. */
export const CALLS = {
  list: '/einvoice/api/v1/support/defects/',
  comment: /^\/einvoice\/api\/v1\/support\/defects\/[\w-]+\/add_comment\/$/,
  change: /^\/einvoice\/api\/v1\/support\/defects\/[\w-]+\/$/,
  report: '/einvoice/api/v1/support/export/',
}
export const REPORT_FILE = 'defect_report.xlsx'

/** Specification 3 §8. */
export const TOASTS = {
  created: 'Defect created successfully!',
  updated: 'Defect updated successfully!',
  not_created: 'Error creating defect. Please try again.',
  not_updated: 'Error updating defect. Please try again.',
  no_report: 'Error downloading defect report. Please try again.',
}
