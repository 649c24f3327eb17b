import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant, logAfter, logOf, optionalDay, pageSize, search } from '../fields.ts'

/** What `access_type` is called in the log, by the words of the specification. */
export const LOGIN_USER_TYPES = ['Admin', 'Staff', 'User'] as const
export type LoginUserType = (typeof LOGIN_USER_TYPES)[number]

const Login = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), username: z.string() }),
  /** What they were when they signed in. */
  user_type: z.enum(LOGIN_USER_TYPES),
  ip_address: z.string(),
  login_time: instant,
})
export type Login = z.infer<typeof Login>

/**
 * Days are Malaysian ones, the last one included. `user_id`: an id, or a part of a username or e-mail address.
 * `branch`: the code of a department, of which somebody is today.
 */
const filters = {
  start_date: optionalDay,
  end_date: optionalDay,
  user_id: search,
  branch: search,
  user_type: z.union([z.enum(['', 'All']).transform(() => undefined), z.enum(LOGIN_USER_TYPES)]).optional(),
}

/** Who signed in, from where and when. */
export const logins = {
  list: endpoint({
    id: 'logins.list',
    method: 'GET',
    path: '/api/v1/user-login-report/',
    access: superadmin,
    query: z.object({ ...filters, after: logAfter, page_size: pageSize(50, 200) }),
    reply: logOf(Login),
  }),
  /** All of them that match, as `user_login_report.csv`. */
  report: endpoint({
    id: 'logins.report',
    method: 'GET',
    path: '/api/v1/user-login-report/csv/',
    access: superadmin,
    query: z.object(filters),
    reply: 'file',
  }),
}
