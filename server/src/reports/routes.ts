import { reports } from '#contract/reports/reports.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { routesWith } from '../platform/http/route.ts'
import { createReport } from './create.ts'
import { downloadReport } from './download.ts'
import { exportList } from './export-list.ts'
import { listRequested, listScheduled } from './list.ts'
import { removeReport } from './remove.ts'
import { retryReport } from './retry.ts'
import { sendReportNow } from './send-now.ts'

const on = routesWith<{ db: Db; files: Files; public_url: string; secret_key: string }>()

export const reportRoutes = [
  on(reports.create, (call) => {
    const caller = asPerson(call.caller)
    return once(reports.create, call, (tx) => createReport({ ...call, caller, tx }, call.body))
  }),
  on(reports.ofList, (call) => {
    const caller = asPerson(call.caller)
    return once(reports.ofList, call, (tx) => exportList({ ...call, caller, tx }, call.body))
  }),
  on(reports.scheduled, (call) => listScheduled({ ...call, caller: asPerson(call.caller) })),
  on(reports.requested, (call) => listRequested({ ...call, caller: asPerson(call.caller) }, call.query)),
  on(reports.remove, (call) => removeReport({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  on(reports.sendNow, (call) => sendReportNow({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  on(reports.retry, (call) => retryReport({ ...call, caller: asPerson(call.caller) }, call.params.id)),
  on(reports.download, (call) => downloadReport({ ...call, caller: asPerson(call.caller) }, call.params.id)),
]
