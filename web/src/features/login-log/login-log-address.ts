import { LOGIN_USER_TYPES } from '#contract/logs/logins.ts'
import { choice, day, text } from '../../ui/address/read-address.ts'
import { listAddress } from '../../ui/list/list-address.ts'

/** What decides which sign-ins are shown; a log is read on, so it has one size. */
export const loginLogAddress = listAddress({
  own: { start_date: day, end_date: day, user_id: text, user_type: choice(LOGIN_USER_TYPES) },
  page_sizes: [50],
  views: 'login_log',
})
