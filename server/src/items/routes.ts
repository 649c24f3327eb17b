import { items } from '#contract/items.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { findItems } from './find.ts'

const on = routesWith<{ db: Db }>()

export const itemRoutes = [on(items.find, ({ db, caller, query }) => findItems(db, caller, query))]
