import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant, logAfter, logOf, optionalDay, pageSize, search } from '../fields.ts'

/** The methods that the log can be narrowed by; it tells others too. */
export const ACTIVITY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const AdminCall = z.object({
  id: z.string(),
  /** An e-mail address, or the name of a key. */
  user: z.string(),
  /** The HTTP method. */
  action: z.string(),
  /** The path as it was called, without its query. */
  endpoint: z.string(),
  ip_address: z.string(),
  timestamp: instant,
  /** False: whoever called was turned away. */
  admitted: z.boolean(),
})
export type AdminCall = z.infer<typeof AdminCall>

/** Days are Malaysian ones, the last one included. `user`: an id, or a part of a username, name or e-mail address. */
const filters = {
  start_date: optionalDay,
  end_date: optionalDay,
  action: z.union([z.enum(['', 'All']).transform(() => undefined), z.enum(ACTIVITY_METHODS)]).optional(),
  user: search,
}

/** Every call of administration, the refused ones too. */
export const activityLog = {
  list: endpoint({
    id: 'activityLog.list',
    method: 'GET',
    path: '/api/v1/admin-activity-logs/',
    access: superadmin,
    query: z.object({ ...filters, after: logAfter, page_size: pageSize(50, 200) }),
    reply: logOf(AdminCall),
  }),
  /** All of them that match, as `admin_activity_logs.csv`. */
  report: endpoint({
    id: 'activityLog.report',
    method: 'GET',
    path: '/api/v1/admin-activity-logs/csv/',
    access: superadmin,
    query: z.object(filters),
    reply: 'file',
  }),
}
