import { dashboard } from '#contract/dashboard.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { topBuyers } from './buyers.ts'
import { invoiceCounts } from './counts.ts'
import { processedPerMonth } from './months.ts'
import { processedPerSender } from './senders.ts'
import { readToday } from './today.ts'

const on = routesWith<{ db: Db }>()

export const dashboardRoutes = [
  on(dashboard.today, readToday),
  on(dashboard.counts, invoiceCounts),
  on(dashboard.months, processedPerMonth),
  on(dashboard.buyers, topBuyers),
  on(dashboard.senders, processedPerSender),
]
