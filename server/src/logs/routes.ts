import { activityLog } from '#contract/logs/activity-log.ts'
import { auditLog } from '#contract/logs/audit-log.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { listCalls, reportCalls } from './activity-log.ts'
import { listEvents, reportEvents, sealEvents } from './audit-log.ts'

const on = routesWith<{ db: Db; public_url: string }>()

export const logRoutes = [
  on(auditLog.list, (call) => listEvents(call, call.query)),
  on(auditLog.report, (call) => reportEvents(call, call.query)),
  on(auditLog.sealed, (call) => sealEvents(call, call.query)),
  on(activityLog.list, (call) => listCalls(call, call.query)),
  on(activityLog.report, (call) => reportCalls(call, call.query)),
]
