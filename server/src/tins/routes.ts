import { tins } from '#contract/tins.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { type Means, validateTin } from './validate.ts'

const on = routesWith<{ db: Db; engine: Means }>()

export const tinRoutes = [
  on(tins.validate, ({ db, caller, engine, query }) => validateTin({ db, caller, engine }, query)),
]
