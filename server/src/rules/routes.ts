import { rules } from '#contract/shaping/rules.ts'
import { once } from '../access/once.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { timedRules } from '../shaping/rules-in-force.ts'
import { addRule, changeRule, removeRule } from '../shaping/write-rule.ts'
import { listRules } from './list.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

/** The next document that comes is checked by what was changed. */
const changed = async <T>({ db }: { db: Db }, done: Promise<T>): Promise<T> => {
  try {
    return await done
  } finally {
    timedRules.forget(db)
  }
}

export const ruleRoutes = [
  on(rules.list, (call) => listRules(call, call.query)),
  on(rules.create, (call) =>
    changed(
      call,
      once(rules.create, call, (tx) => addRule({ ...call, tx }, call.body)),
    ),
  ),
  on(rules.update, (call) =>
    changed(
      call,
      inTransaction(call.db, (tx) => changeRule({ ...call, tx }, { ...call.body, id: call.params.id })),
    ),
  ),
  on(rules.remove, async (call) => {
    await changed(
      call,
      inTransaction(call.db, (tx) => removeRule({ ...call, tx }, call.params.id)),
    )
    return { detail: 'Validation rule deleted successfully' }
  }),
]
