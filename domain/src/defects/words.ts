/** What a defect can be, in the order in which it is told (specification 3 §3, §4; decisions.md §7). */
export const DEFECT_STATUSES = [
  ...(['new', 'assigned', 'in_progress', 'fixed', 'retest', 'deferred', 'closed', 'rejected'] as const),
] as const
export type DefectStatus = (typeof DEFECT_STATUSES)[number]

/** With these a defect is no longer open. */
export const SETTLED_STATUSES: readonly DefectStatus[] = ['closed', 'rejected']

/** From the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const DEFECT_CATEGORIES = ['Defect', 'Enhancement', 'Clarification'] as const
export type DefectCategory = (typeof DEFECT_CATEGORIES)[number]

/** What a superadmin alone changes once a defect is there. */
export const KEPT_DEFECT_FIELDS = [
  ...(['defect_description', 'severity', 'sprint_number', 'brd_id', 'brd_description'] as const),
  ...(['tester_comments', 'tested_by', 'dev_due_date', 'assigned_to', 'closing_date'] as const),
  ...(['root_cause', 'other_root_cause', 'resolution'] as const),
] as const
