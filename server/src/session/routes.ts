import { session } from '#contract/session.ts'
import type { Caller, UserCaller } from '#domain/access/caller.ts'
import { permissionsOf } from '#domain/access/flags.ts'
import { ERROR_TYPES } from '#domain/notifications/error-types.ts'
import { flagMissing, unauthenticated } from '#domain/problems.ts'
import { tokenOf } from '../access/caller.ts'
import { closeSession, idleLeft } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { readSetting } from '../settings/read.ts'
import { addDevice, deviceCookie, readDevices } from './device.ts'
import type { SignInLines } from './line.ts'
import { signIn } from './login.ts'
import { profileOf } from './profile.ts'
import { VERSION } from './version.ts'

type Context = {
  db: Db
  /** Signs the cookies of devices. */
  secret_key: string
  lines: SignInLines
  https: boolean
}

const on = routesWith<Context>()

const USER_AGENT_LENGTH_MAX = 300

export const sessionRoutes = [
  on(session.options, async ({ db }) => ({
    ldap: false,
    idle_ms_max: await readSetting(db, 'session.idle_ms_max'),
    version: VERSION,
    support_email: await readSetting(db, 'support.email'),
  })),
  on(session.login, async ({ db, now, log, lines, secret_key, https, ...call }) => {
    const { body, address: ip, headers, setHeader } = call
    const user_agent = (headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)
    const devices = readDevices(secret_key, headers.cookie)
    const { token, user_id } = await signIn({ db, now, log, lines }, { ...body, devices, ip, user_agent })
    setHeader('set-cookie', deviceCookie(secret_key, addDevice(devices, user_id), https))
    return { token }
  }),
  on(session.profile, ({ db, caller }) => profileOf({ db, caller: asUser(caller) })),
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
