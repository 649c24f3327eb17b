/** What the specification says of broadcast messages, letter for letter (specification 3 §2, "Broadcast messages"). */
export const COLUMNS = ['Title', 'Content', 'Created', 'Status']
export const NEW = 'New Message'
export const TAGS = { on: 'Active', off: 'Inactive' }
export const SWITCHES = { on: 'Activate', off: 'Deactivate' }
/** §9. */
export const PREVIEW_CHARS = 50
/** §8. */
export const SAYS = {
  created: 'Broadcast message created successfully!',
  updated: 'Broadcast message updated successfully!',
  switched: 'Status updated successfully!',
  not_fetched: 'Failed to fetch messages.',
  not_created: 'An error occurred while creating the message.',
  not_updated: 'An error occurred while updating the message.',
  not_switched: 'Failed to update status.',
}
