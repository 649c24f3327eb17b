import { demo } from '#contract/installation/demo.ts'
import { asPerson } from '../access/person.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { surveyDemo } from './removal.ts'
import { removeDemo } from './remove.ts'

const on = routesWith<{ db: Db }>()

export const demoRoutes = [
  on(demo.read, ({ db, caller }) => surveyDemo({ db, caller: asPerson(caller) })),
  on(demo.remove, (call) => removeDemo({ ...call, caller: asPerson(call.caller) }, call.body)),
]
