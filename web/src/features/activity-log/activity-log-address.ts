import { ACTIVITY_METHODS } from '#contract/logs/activity-log.ts'
import { choice, day, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which calls are shown. */
export const activityLogAddress = listAddress({
  own: { start_date: day, end_date: day, action: choice(ACTIVITY_METHODS), user: text },
  page_sizes: [50],
  views: 'activity_log',
})
