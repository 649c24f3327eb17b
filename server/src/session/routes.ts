import { session } from '#contract/session.ts'
import type { Caller, UserCaller } from '#domain/access/caller.ts'
import { permissionsOf } from '#domain/access/flags.ts'
import { flagMissing, unauthenticated } from '#domain/problems.ts'
import { tokenOf } from '../access/caller.ts'
import { closeSession, idleLeft } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { readSetting } from '../settings/read.ts'
import { signIn } from './login.ts'
import { profileOf } from './profile.ts'
import { VERSION } from './version.ts'

const on = routesWith<{ db: Db }>()

const USER_AGENT_LENGTH_MAX = 300

export const sessionRoutes = [
  on(session.options, async ({ db }) => ({
    ldap: false,
    idle_ms_max: await readSetting(db, 'session.idle_ms_max'),
    version: VERSION,
  })),
  on(session.login, async ({ db, now, log, body, address, headers }) => {
    const from = { ip: address, user_agent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX) }
    return { token: await signIn({ db, now, log }, { ...body, ...from }) }
  }),
  on(session.profile, ({ db, caller }) => profileOf(db, asUser(caller))),
  on(session.permissions, ({ caller }) => permissionsOf(caller.flags)),
  on(session.validate, async ({ db, now, headers }) => {
    const idle_ms_max = await readSetting(db, 'session.idle_ms_max')
    return {
      valid: true as const,
      idle_ms_left: await idleLeft(db, requireToken(headers), { now, idle_ms_max }),
    }
  }),
  on(session.logout, async ({ db, headers }) => {
    await inTransaction(db, (tx) => closeSession(tx, requireToken(headers)))
    return { detail: 'Signed out.' }
  }),
]

/** The door of `loggedIn` lets only people in; here the type learns it. */
const asUser = (caller: Caller): UserCaller => {
  if (caller.kind === 'user') return caller
  throw flagMissing('Only people have a profile.')
}

const requireToken = (headers: Parameters<typeof tokenOf>[0]): string => {
  const token = tokenOf(headers)
  if (token === undefined) throw unauthenticated('unauthenticated', 'Sign in first.')
  return token
}
