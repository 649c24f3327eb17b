/** The permission flags of specification 1 §3. They come from groups (union); a superadmin has every flag. */
export const FLAGS = [
  'can_create_invoice',
  'can_edit_invoice',
  'can_view_invoice',
  'can_export_csv',
  'can_approve_invoice',
  'can_view_all',
  'can_perform_mapping',
] as const

export type Flag = (typeof FLAGS)[number]

/** Each flag among these names once, in that order; what is none is left out. */
export const flagsAmong = (names: readonly string[]): Flag[] => FLAGS.filter((flag) => names.includes(flag))

export type Permissions = Record<Flag, boolean>

export const permissionsOf = (held: ReadonlySet<Flag>): Permissions => ({
  can_create_invoice: held.has('can_create_invoice'),
  can_edit_invoice: held.has('can_edit_invoice'),
  can_view_invoice: held.has('can_view_invoice'),
  can_export_csv: held.has('can_export_csv'),
  can_approve_invoice: held.has('can_approve_invoice'),
  can_view_all: held.has('can_view_all'),
  can_perform_mapping: held.has('can_perform_mapping'),
})
