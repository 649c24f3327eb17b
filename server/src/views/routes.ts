import { views } from '#contract/people/views.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { ownViews } from './rows.ts'
import { addView, changeView, removeView } from './save.ts'

const on = routesWith<{ db: Db; secret_key: string }>()

export const viewRoutes = [
  on(views.list, async ({ db, caller }) => ({ views: await ownViews({ db, caller: asPerson(caller) }) })),
  on(views.create, (call) =>
    once(views.create, call, (tx) => addView({ ...call, tx, caller: asPerson(call.caller) }, call.body)),
  ),
  on(views.update, (call) =>
    inTransaction(call.db, (tx) =>
      changeView({ ...call, tx, caller: asPerson(call.caller) }, { ...call.body, id: call.params.id }),
    ),
  ),
  on(views.remove, async ({ db, caller, params }) => {
    await inTransaction(db, (tx) => removeView({ tx, caller: asPerson(caller) }, params.id))
    return { detail: 'The view was deleted.' }
  }),
]
