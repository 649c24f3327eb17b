import { customers } from '#contract/customers.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { findCustomers } from './find.ts'

const on = routesWith<{ db: Db }>()

export const customerRoutes = [
  on(customers.find, ({ db, caller, query }) => findCustomers(db, caller, query)),
]
