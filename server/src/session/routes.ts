import { logins } from '#contract/logs/logins.ts'
import { session } from '#contract/people/session.ts'
import { sessions } from '#contract/people/sessions.ts'
import { permissionsOf } from '#domain/access/flags.ts'
import { ERROR_TYPES } from '#domain/notifications/error-types.ts'
import { asPerson } from '../access/person.ts'
import { closeSession, idleLeft } from '../access/sessions.ts'
import type { Directory } from '../directory/directory.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { readSetting } from '../settings/read.ts'
import { addDevice, deviceCookie, readDevices } from './device.ts'
import type { SignInLines } from './line.ts'
import { signIn } from './login.ts'
import { listLogins, reportLogins } from './login-log.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { requireToken, userAgentOf } from './person.ts'
import { profileOf } from './profile.ts'
import { VERSION } from './version.ts'

type Context = {
  db: Db
  /** Signs the cookies of devices, and hides names that nobody has. */
  secret_key: string
  public_url: string
  lines: SignInLines
  /** The company's, where one is configured. */
  directory: Directory | undefined
  https: boolean
}

const on = routesWith<Context>()

export const sessionRoutes = [
  on(session.options, async ({ db, directory }) => ({
    ldap: directory !== undefined,
    idle_ms_max: await readSetting(db, 'session.idle_ms_max'),
    version: VERSION,
    support_email: await readSetting(db, 'support.email'),
  })),
  on(session.login, async ({ db, now, log, lines, directory, secret_key, https, ...call }) => {
    const { body, address: ip, headers, setHeader } = call
    const user_agent = userAgentOf(headers)
    const devices = readDevices(secret_key, headers.cookie)
    const { token, user_id } = await signIn(
      { db, now, log, lines, directory, secret_key },
      { ...body, devices, ip, user_agent },
    )
    setHeader('set-cookie', deviceCookie(secret_key, addDevice(devices, user_id), https))
    return { token }
  }),
  on(session.profile, ({ db, caller }) => profileOf({ db, caller: asPerson(caller) })),
  on(session.errorTypes, () => [...ERROR_TYPES]),
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
  on(sessions.list, ({ headers, caller, ...call }) =>
    listOwnSessions({ ...call, caller: asPerson(caller) }, { token: requireToken(headers) }),
  ),
  on(sessions.end, ({ params, caller, ...call }) =>
    endOwnSession({ ...call, caller: asPerson(caller) }, params),
  ),
  on(sessions.endOthers, ({ headers, caller, ...call }) =>
    endOtherSessions({ ...call, caller: asPerson(caller) }, { token: requireToken(headers) }),
  ),
  on(logins.list, (call) => listLogins(call, call.query)),
  on(logins.report, (call) => reportLogins(call, call.query)),
]
