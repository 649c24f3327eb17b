import { rules } from '#contract/shaping/rules.ts'
import { trace } from '#contract/shaping/trace.ts'
import { isAnswered, once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import { ask } from '../change-requests/ask.ts'
import { ruleRequests } from '../change-requests/catalogue.ts'
import { ruleWish } from '../change-requests/wishes.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { timedRules } from '../shaping/rules-in-force.ts'
import { addRule, changeRule, removeRule } from '../shaping/write-rule.ts'
import { listExamples, tryExamples, wantedExamples } from './examples.ts'
import { listRules, listVersions } from './list.ts'
import { strictness, strictnessOfRemoval, strictnessOfVersion } from './strictness.ts'
import { traceDocument, tracePayload } from './trace.ts'
import { tryForDecider, tryRule } from './trial.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

/** The next document that comes is checked by what was changed. */
const changed = <T>({ db }: { db: Db }, done: Promise<T>): Promise<T> => timedRules.after(db, done)

export const ruleRoutes = [
  on(rules.list, (call) => listRules(call, call.query)),
  on(rules.versions, (call) => listVersions(call, call.params)),
  on(rules.create, async (call) => {
    const examples = await wantedExamples(call, call.body.examples)
    const too_strict = await strictness(call, call.body)
    return changed(
      call,
      once(rules.create, call, async (tx) => {
        if (too_strict) throw too_strict
        return addRule({ ...call, tx }, { ...call.body, examples })
      }),
    )
  }),
  on(rules.examples, (call) => listExamples(call, call.params)),
  on(rules.tryExamples, (call) => tryExamples(call, call.body)),
  on(rules.trial, (call) => tryRule(call, call.body)),
  on(rules.ask, async (call) => {
    // Before the transaction, since it reads very much.
    const trial = (await isAnswered(rules.ask, call)) ? null : await tryForDecider(call, call.body)
    return once(rules.ask, call, (tx) =>
      ask(
        { ...call, tx, caller: asPerson(call.caller) },
        {
          ...{ wish: ruleWish(call.body, call.now), reason: call.body.reason, trial },
          detail: 'Validation rule request submitted for approval.',
        },
      ),
    )
  }),
  on(rules.requests, (call) => ruleRequests(call)),
  on(rules.update, async (call) => {
    const examples = await wantedExamples(call, call.body.examples)
    const rule = { ...call.body, id: call.params.id, examples }
    const too_strict = await strictnessOfVersion(call, rule)
    if (too_strict) throw too_strict
    return changed(
      call,
      inTransaction(call.db, (tx) => changeRule({ ...call, tx }, rule)),
    )
  }),
  on(rules.remove, async (call) => {
    const too_loose = await strictnessOfRemoval(call, call.params.id)
    if (too_loose) throw too_loose
    await changed(
      call,
      inTransaction(call.db, (tx) => removeRule({ ...call, tx }, call.params.id)),
    )
    return { detail: 'Validation rule deleted successfully' }
  }),
  on(trace.document, (call) => traceDocument(call, call.query)),
  on(trace.payload, (call) => tracePayload(call, call.body)),
]
