import { invalidFields } from '#domain/problems.ts'
import { verifyPassword } from '../access/passwords.ts'
import { openSession } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { networkOf } from '../platform/http/address.ts'
import type { Log } from '../platform/log/log.ts'
import { findForSignIn } from '../users/find.ts'
import type { Device } from './device.ts'
import type { SignInLines } from './line.ts'
import { type Counted, decideTry } from './rows.ts'
import { refuseEarly, registerTry, type Try } from './throttle.ts'

export type SignIn = {
  username: string
  password: string
  auth_type: 'ldap' | 'django'
  /** Who has signed in with this browser before. */
  devices: readonly Device[]
  ip: string
  user_agent: string
}

type Call = { db: Db; now: Date; log: Log; lines: SignInLines }
type Account = NonNullable<Awaited<ReturnType<typeof findForSignIn>>>

/**
 * Signs a person in by username or e-mail and answers the session's token. An unknown name, a wrong password and a
 * switched-off account get the same answer in about the same time. Throws invalid_fields, too_many or, when too many
 * passwords wait to be compared, unavailable.
 */
export const signIn = async (call: Call, given: SignIn): Promise<{ token: string; user_id: string }> => {
  const { db, now, lines } = call
  if (given.auth_type === 'ldap') throw invalidFields({}, [NO_DIRECTORY])
  // PostgreSQL stores no NUL.
  const username = given.username.replaceAll('\0', '').trim().toLowerCase()
  const user = await findForSignIn(db, username)
  const { ip, user_agent } = given
  const counted = countedBy(user?.id, username, given)
  const attempt = { ...counted, username, user_id: user?.id ?? null, ip, user_agent, now }
  await refuseEarly(db, attempt)
  const line = counted.by_device ? lines.devices : lines.others
  return line(() => tryPassword(call, { attempt, user, password: given.password }))
}

const tryPassword = async (
  { db, log }: Call,
  { attempt, user, password }: { attempt: Try; user: Account | undefined; password: string },
) => {
  const { username, ip, user_agent, now } = attempt
  const try_id = await inTransaction(db, (tx) => registerTry(tx, attempt))
  const right = await verifyPassword(user?.is_active ? user.password_hash : null, password)
  if (!user || !right) {
    await inTransaction(db, (tx) => decideTry(tx, try_id, 'failed'))
    log.warn({ username, ip }, 'sign-in failed')
    throw invalidFields({}, [WRONG])
  }
  const token = await inTransaction(db, async (tx) => {
    await decideTry(tx, try_id, 'succeeded')
    return openSession(tx, { user_id: user.id, ip, user_agent, now })
  })
  return { token, user_id: user.id }
}

/**
 * A device that has signed in to this account is a source of its own. One that belongs to somebody else stands for
 * that person wherever they are, so that their mistypes concern nobody who shares their address.
 */
const countedBy = (user_id: string | undefined, username: string, { devices, ip }: SignIn): Counted => {
  const account = user_id === undefined ? `name ${username}` : `user ${user_id}`
  const own = devices.find((device) => device.user_id === user_id)
  if (own) return { account, source: `device ${own.id}`, by_device: true }
  const [other] = devices
  const source = other ? `user ${other.user_id}` : `address ${networkOf(ip)}`
  return { account, source, by_device: false }
}

const WRONG = 'Unable to log in with the provided credentials.'
const NO_DIRECTORY = 'Directory sign-in is not configured. Please use your local account.'
