import { invalidFields } from '#domain/problems.ts'
import { verifyPassword } from '../access/passwords.ts'
import { openSession } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { findForSignIn } from '../users/find.ts'
import { decideTry } from './rows.ts'
import { registerTry } from './throttle.ts'

export type SignIn = {
  username: string
  password: string
  auth_type: 'ldap' | 'django'
  ip: string
  user_agent: string
}

/**
 * Signs a person in by username or e-mail and answers the session's token. An unknown name, a wrong password
 * and a switched-off account get the same answer in about the same time. Throws invalid_fields or too_many.
 */
export const signIn = async (call: { db: Db; now: Date; log: Log }, given: SignIn): Promise<string> => {
  const { db, now, log } = call
  if (given.auth_type === 'ldap') throw invalidFields({}, [NO_DIRECTORY])
  const { ip, user_agent } = given
  const username = given.username.trim().toLowerCase()
  const try_id = await inTransaction(db, (tx) => registerTry(tx, { username, ip, user_agent, now }))
  const user = await findForSignIn(db, username)
  const right = await verifyPassword(user?.is_active ? user.password_hash : null, given.password)
  if (!user || !right) {
    await inTransaction(db, (tx) => decideTry(tx, try_id, 'failed', user?.id ?? null))
    log.warn({ username, ip }, 'sign-in failed')
    throw invalidFields({}, [WRONG])
  }
  return inTransaction(db, async (tx) => {
    await decideTry(tx, try_id, 'succeeded', user.id)
    return openSession(tx, { user_id: user.id, ip, user_agent, now })
  })
}

const WRONG = 'Unable to log in with the provided credentials.'
const NO_DIRECTORY = 'Directory sign-in is not configured. Please use your local account.'
