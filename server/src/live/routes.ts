import { live } from '#contract/live.ts'
import { loadCaller } from '../access/caller.ts'
import { asPerson } from '../access/person.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { readSetting } from '../settings/read.ts'
import type { Hub } from './hub.ts'

const on = routesWith<{ db: Db; hub: Hub; engine: { clock: Clock } }>()

const EVENTS = 'text/event-stream'

export const liveRoutes = [
  on(live.news, ({ db, hub, engine, headers, query, ...call }) => {
    const caller = asPerson(call.caller)
    if (!headers.accept?.includes(EVENTS)) return hub.since(caller, query.after)
    const recheck = async () => {
      const idle_ms_max = await readSetting(db, 'session.idle_ms_max')
      return loadCaller(db, headers, { now: engine.clock.now(), idle_ms_max, by_itself: true })
    }
    // The name under which readers of events say where they were.
    const last = headers['last-event-id']
    return hub.follow({ caller, recheck }, typeof last === 'string' ? last : query.after)
  }),
]
