import { z } from 'zod'
import { ACTIVITY_METHODS } from '#contract/logs/activity-log.ts'
import { day, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which calls are shown. */
export const activityLogAddress = listAddress({
  own: { start_date: day, end_date: day, action: z.enum(ACTIVITY_METHODS), user: text },
  page_sizes: [50],
})
