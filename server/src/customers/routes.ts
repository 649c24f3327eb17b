import { customers } from '#contract/customers.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { findCustomers } from './find.ts'
import { listCustomers, reportCustomers } from './list.ts'
import { removeCustomer } from './remove.ts'
import { addCustomer, changeCustomer } from './save.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

export const customerRoutes = [
  on(customers.find, (call) => findCustomers(call, call.query)),
  on(customers.list, (call) => listCustomers(call, call.query)),
  on(customers.report, (call) => reportCustomers(call, call.query)),
  on(customers.create, (call) => addCustomer(call, call.body)),
  on(customers.update, (call) => changeCustomer(call, { ...call.body, id: call.params.id })),
  on(customers.remove, (call) => removeCustomer(call, { ...call.query, id: call.params.id })),
]
