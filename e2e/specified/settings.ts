/** What the specification says of the settings, letter for letter (specification 3 §2, "Application settings"). */
export const COLUMNS = ['Category', 'Key', 'Value']
/** Of settings that name none. */
export const CATEGORY = 'General'
export const BUTTONS = { edit: 'Edit', save: 'Save', cancel: 'Cancel', restore: 'Restore to Default' }
/** §8. */
export const SAYS = {
  saved: 'Setting saved successfully!',
  restored: 'All settings restored to default values!',
  not_fetched: 'Error fetching settings',
  not_saved: 'Failed to save setting',
  not_restored: 'Failed to restore defaults',
}
