import { invalidFields, ProblemError } from '#domain/problems.ts'
import { openSession } from '../access/sessions.ts'
import type { Directory } from '../directory/directory.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { networkOf } from '../platform/http/address.ts'
import type { Log } from '../platform/log/log.ts'
import { findForSignIn, holdSignIn } from '../users/find.ts'
import type { Device } from './device.ts'
import type { SignInLines } from './line.ts'
import { type Counted, decideTry, forgetTry } from './rows.ts'
import { refuseEarly, registerTry, type Try } from './throttle.ts'
import { byDirectory, byPassword, type Proved, type Way } from './ways.ts'

export type SignIn = {
  username: string
  password: string
  auth_type: 'ldap' | 'django'
  /** Who has signed in with this browser before. */
  devices: readonly Device[]
  ip: string
  user_agent: string
}

type Call = {
  db: Db
  now: Date
  log: Log
  lines: SignInLines
  directory: Directory | undefined
  /** Hides names that nobody has. */
  secret_key: string
}

/**
 * Signs a person in by username or e-mail and answers the session's token. An unknown name, a wrong password and a
 * switched-off account get the same answer in about the same time. Throws invalid_fields, too_many or unavailable:
 * when too many passwords wait to be compared, and when the directory cannot be asked.
 */
export const signIn = async (call: Call, given: SignIn): Promise<{ token: string; user_id: string }> => {
  const { db, now, lines } = call
  // PostgreSQL stores no NUL.
  const username = given.username.replaceAll('\0', '').trim().toLowerCase()
  const user = await findForSignIn(db, username)
  const typed = { username, password: given.password }
  const way = given.auth_type === 'ldap' ? byDirectory(call, user, typed) : byPassword(call, user, typed)
  const { ip, user_agent } = given
  const counted = countedBy(way, given)
  const names =
    way.user_id === undefined ? { username: '', user_id: null } : { username, user_id: way.user_id }
  const attempt = { ...counted, ...names, ip, user_agent, now }
  await refuseEarly(db, attempt)
  const line = lines[way.line][counted.by_device ? 'devices' : 'others']
  return line(() => tryPassword(call, attempt, way))
}

const tryPassword = async ({ db, log }: Call, attempt: Try, way: Way) => {
  const { account, username, ip } = attempt
  const try_id = await inTransaction(db, (tx) => registerTry(tx, attempt))
  const proved = await way.prove().catch(async (error: unknown) => {
    const away = error instanceof ProblemError && error.problem.kind === 'unavailable'
    await inTransaction(db, (tx) =>
      away ? forgetTry(tx, try_id) : decideTry(tx, try_id, { outcome: 'failed' }),
    )
    throw error
  })
  const opened = await inTransaction(db, (tx) => decide(tx, { ...attempt, try_id }, proved))
  if (opened) return opened
  // A name that is nobody's may be a password.
  log.warn({ account, ...(username !== '' && { username }), ip }, 'sign-in failed')
  throw invalidFields({}, [WRONG])
}

/**
 * Opens the session of whoever may come in; undefined for everybody else. A password that was given up while it waited
 * to be compared is a wrong one: its change has ended the sessions that there were, and this would outlive it.
 */
const decide = async (tx: Tx, { try_id, ip, user_agent, now }: Try & { try_id: string }, proved?: Proved) => {
  const user = proved && (await holdSignIn(tx, proved.user_id))
  if (!proved || !user || (proved.password_hash ?? user.password_hash) !== user.password_hash) {
    await decideTry(tx, try_id, { outcome: 'failed' })
    return undefined
  }
  const { id: user_id, username, access_type } = user
  await decideTry(tx, try_id, { outcome: 'succeeded', user_id, username, access_type })
  return { token: await openSession(tx, { user_id, ip, user_agent, now }), user_id }
}

/**
 * A device that has signed in to this account is a source of its own. One that belongs to somebody else stands for
 * that person wherever they are, so that their mistypes concern nobody who shares their address.
 */
const countedBy = ({ account, user_id }: Way, { devices, ip }: SignIn): Counted => {
  const own = devices.find((device) => device.user_id === user_id)
  if (own) return { account, source: `device ${own.id}`, by_device: true }
  const [other] = devices
  const source = other ? `user ${other.user_id}` : `address ${networkOf(ip)}`
  return { account, source, by_device: false }
}

const WRONG = 'Unable to log in with the provided credentials.'
