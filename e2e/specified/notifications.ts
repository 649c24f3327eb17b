/** What specification 1 (§2 My Account, §8 toasts) has people read about their notification preferences. */
export const NOTIFICATION_TEXTS = {
  tab: 'Notification Preferences',
  loading: 'Loading notification preferences...',
  save: 'Save Preferences',
  saved: 'Notification preferences updated successfully!',
  failed: 'Failed to update notification preferences.',
} as const
