import { items } from '#contract/items.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { findItems } from './find.ts'
import { listItems } from './list.ts'
import { addItem, changeItem } from './save.ts'

const on = routesWith<{ db: Db; public_url: string }>()

export const itemRoutes = [
  on(items.find, ({ db, caller, query }) => findItems(db, caller, query)),
  on(items.list, (call) => listItems(call, call.query)),
  on(items.create, (call) => addItem(call, call.body)),
  on(items.update, (call) => changeItem(call, { ...call.body, id: call.params.id })),
]
