import { items } from '#contract/items.ts'
import { once } from '../access/once.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { findItems } from './find.ts'
import { listItems } from './list.ts'
import { removeItem } from './remove.ts'
import { addItem, changeItem } from './save.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

export const itemRoutes = [
  on(items.find, (call) => findItems(call, call.query)),
  on(items.list, (call) => listItems(call, call.query)),
  on(items.create, (call) => once(items.create, call, (tx) => addItem({ ...call, tx }, call.body))),
  on(items.update, (call) => changeItem(call, { ...call.body, id: call.params.id })),
  on(items.remove, (call) => removeItem(call, { ...call.query, id: call.params.id })),
]
