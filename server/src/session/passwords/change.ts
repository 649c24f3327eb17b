import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { hashPassword, passwordFault, verifyPassword } from '../../access/passwords.ts'
import { closeOtherSessions } from '../../access/sessions.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { changePassword } from '../../users/create.ts'
import { findSignIn, holdSignIn } from '../../users/find.ts'
import type { SignInLines } from '../line.ts'
import { decideTry, forgetTry } from '../rows.ts'
import { refuseEarly, registerTry } from '../throttle.ts'
import { endLinks } from './links.ts'
import { recordNewPassword } from './record.ts'

type By = { db: Db; caller: UserCaller; now: Date; lines: SignInLines }
type Given = { old_password: string; new_password: string; token: string; ip: string; user_agent: string }

/**
 * Gives a person a new password who knows the old one, and ends the other sessions and the links that were mailed.
 * Wrong tries are slowed down like those at the door, and counted apart from them: a stolen session cannot guess its
 * way to the password. What is so already is answered as done: the answer to the first one may have been lost. Throws
 * invalid_fields, too_many, unavailable, and conflict for people of the directory.
 */
export const changeOwnPassword = async (by: By, given: Given): Promise<{ detail: string }> => {
  const { db, caller, now, lines } = by
  const { user_id } = caller
  const fault = passwordFault(given.new_password)
  if (fault !== undefined) throw invalidFields({ new_password: [fault] })
  const user = await findSignIn(db, user_id)
  if (!user || user.password_hash === null) throw conflict('directory_account', OF_THE_DIRECTORY)
  const { password_hash: old_hash, username } = user
  const { ip, user_agent } = given
  const counted = { account: `password ${user_id}`, source: `password ${user_id}`, by_device: false }
  const attempt = { ...counted, username: username.toLowerCase(), user_id, ip, user_agent, now }
  await refuseEarly(db, attempt)
  const try_id = await inTransaction(db, (tx) => registerTry(tx, attempt))
  const right = await lines.password.devices(() => verifyPassword(old_hash, given.old_password))
  const password_hash = right && (await lines.password.devices(() => hashPassword(given.new_password)))
  const is_done = await inTransaction(db, async (tx) => {
    const current = await holdSignIn(tx, user_id)
    // Whoever reset it meanwhile did so against people who know the old one.
    if (!password_hash || current?.password_hash !== old_hash) {
      await decideTry(tx, try_id, { outcome: 'failed' })
      return false
    }
    await forgetTry(tx, try_id)
    await changePassword(tx, user_id, password_hash)
    await closeOtherSessions(tx, user_id, given.token)
    await endLinks(tx, user_id, now)
    await recordNewPassword(tx, { caller, now }, current)
    return true
  })
  if (!is_done && !(await isSo(by, given, try_id)))
    throw invalidFields({ old_password: ['This is not your present password.'] })
  return { detail: 'Your password was changed.' }
}

/** Whether the new one is the present one; within the try that was counted, which then is none. */
const isSo = async ({ db, caller, lines }: By, { new_password }: Given, try_id: string): Promise<boolean> => {
  const user = await findSignIn(db, caller.user_id)
  const is_so = await lines.password.devices(() => verifyPassword(user?.password_hash ?? null, new_password))
  if (is_so) await inTransaction(db, (tx) => forgetTry(tx, try_id))
  return is_so
}

const OF_THE_DIRECTORY = 'Your password belongs to your company’s directory. Please change it there.'
