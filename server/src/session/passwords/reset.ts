import type { LINK_STATES } from '#contract/people/passwords.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { hashPassword, passwordFault, verifyPassword } from '../../access/passwords.ts'
import { closeSessionsOf } from '../../access/sessions.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { changePassword } from '../../users/create.ts'
import { findSignIn, holdSignIn } from '../../users/find.ts'
import type { SignInLines } from '../line.ts'
import { decideTry, forgetTry } from '../rows.ts'
import { refuseEarly, registerTry } from '../throttle.ts'
import { recordNewPassword } from './record.ts'
import { holdReset, type ResetRow, readReset, spendResets } from './rows.ts'

type LinkState = (typeof LINK_STATES)[number]
type Reader = { db: Db; now: Date }
type By = Reader & { lines: SignInLines }
type Given = { token: string; new_password: string; ip: string; user_agent: string }

/** What a link is worth now. */
export const checkLink = async (
  { db, now }: Reader,
  { token }: { token: string },
): Promise<{ state: LinkState }> => ({ state: stateOf(await readReset(db, sha256Hex(token)), now) })

/**
 * Takes the new password of whoever has the link, once, and ends all sessions of the person. The costly hash is made
 * only for links that work, one after the other. Throws invalid_fields for a weak password, conflict for a link
 * that is unknown, used or expired, and too_many for whoever tries one password after the other upon a used one.
 */
export const resetPassword = async (by: By, given: Given): Promise<{ detail: string }> => {
  const { db, now, lines } = by
  const { token, new_password } = given
  const token_hash = sha256Hex(token)
  const link = await readReset(db, token_hash)
  if (await isSo(by, given, link)) return { detail: DONE }
  const { user_id } = demandOpen(link, now)
  const fault = passwordFault(new_password)
  if (fault !== undefined) throw invalidFields({ new_password: [fault] })
  const password_hash = await lines.password.others(() => hashPassword(new_password))
  await inTransaction(db, async (tx) => {
    // The person before the link, as whoever ends links holds them, or both would wait for each other.
    const user = await holdSignIn(tx, user_id)
    demandOpen(await holdReset(tx, token_hash), now)
    // Switched off since the mail.
    if (user?.origin !== 'local') throw unknownLink()
    await spendResets(tx, user_id, now)
    await changePassword(tx, user_id, password_hash)
    await closeSessionsOf(tx, user_id)
    await recordNewPassword(tx, { caller: undefined, now }, user)
  })
  return { detail: DONE }
}

const DONE = 'Your password was changed. You can log in with it now.'

/**
 * Whether a link that was used within its time has given this very password: the answer to that may have been lost. So
 * that nobody guesses by it, it is a try like those at the door, counted by names of its own.
 */
const isSo = async ({ db, now, lines }: By, given: Given, link: ResetRow | undefined): Promise<boolean> => {
  if (!link?.used_at || link.valid_until <= now) return false
  const { user_id } = link
  const user = await findSignIn(db, user_id)
  if (user?.origin !== 'local') return false
  const { ip, user_agent, new_password } = given
  const counted = { account: `link ${user_id}`, source: `link ${user_id}`, by_device: false }
  const attempt = { ...counted, username: user.username.toLowerCase(), user_id, ip, user_agent, now }
  await refuseEarly(db, attempt)
  const try_id = await inTransaction(db, (tx) => registerTry(tx, attempt))
  const is_so = await lines.password.others(() => verifyPassword(user.password_hash, new_password))
  await inTransaction(db, (tx) =>
    is_so ? forgetTry(tx, try_id) : decideTry(tx, try_id, { outcome: 'failed' }),
  )
  return is_so
}

const demandOpen = (row: ResetRow | undefined, now: Date): ResetRow => {
  const state = stateOf(row, now)
  if (row && state === 'open') return row
  if (state === 'used') throw conflict('reset_link_used', 'This link was used already. Ask for a new one.')
  if (state === 'expired') throw conflict('reset_link_expired', 'This link has expired. Ask for a new one.')
  throw unknownLink()
}

const unknownLink = () => conflict('reset_link_unknown', 'This link is not known. Ask for a new one.')

const stateOf = (row: ResetRow | undefined, now: Date): LinkState => {
  if (!row) return 'unknown'
  if (row.used_at) return 'used'
  return row.valid_until > now ? 'open' : 'expired'
}
