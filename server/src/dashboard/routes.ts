import { dashboard } from '#contract/dashboard.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { topBuyers } from './buyers.ts'
import { invoiceCounts } from './counts.ts'
import { processedPerMonth } from './months.ts'
import { processedPerSender } from './senders.ts'

const on = routesWith<{ db: Db }>()

export const dashboardRoutes = [
  on(dashboard.counts, ({ db, caller, now }) => invoiceCounts(db, caller, now)),
  on(dashboard.months, ({ db, caller, now }) => processedPerMonth(db, caller, now)),
  on(dashboard.buyers, ({ db, caller, now }) => topBuyers(db, caller, now)),
  on(dashboard.senders, ({ db, caller, now }) => processedPerSender(db, caller, now)),
]
