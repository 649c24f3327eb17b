import { customers } from '#contract/customers.ts'
import { items } from '#contract/items.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { importCustomers } from './import-customers.ts'
import { importItems } from './import-items.ts'

const on = routesWith<{ db: Db }>()

export const addressBookRoutes = [
  on(customers.import, (call) => importCustomers(call, call.form)),
  on(items.import, (call) => importItems(call, call.form)),
]
