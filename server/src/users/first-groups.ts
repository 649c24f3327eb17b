import { FLAGS, type Flag } from '#domain/access/flags.ts'

/** The groups that every installation begins with; a superadmin may change them. */
export const FIRST_GROUPS = {
  Makers: ['can_create_invoice', 'can_edit_invoice', 'can_view_invoice', 'can_export_csv'],
  Approvers: ['can_approve_invoice', 'can_view_invoice'],
  'All functions': FLAGS,
  Auditors: ['can_view_all'],
} as const satisfies Record<string, readonly Flag[]>
