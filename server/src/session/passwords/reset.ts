import type { LINK_STATES } from '#contract/people/passwords.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { hashPassword, passwordFault } from '../../access/passwords.ts'
import { closeSessionsOf } from '../../access/sessions.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { changePassword } from '../../users/create.ts'
import { holdSignIn } from '../../users/find.ts'
import type { SignInLines } from '../line.ts'
import { recordNewPassword } from './record.ts'
import { holdReset, type ResetRow, readReset, spendResets } from './rows.ts'

type LinkState = (typeof LINK_STATES)[number]
type Reader = { db: Db; now: Date }
type By = Reader & { lines: SignInLines }

/** What a link is worth now. */
export const checkLink = async (
  { db, now }: Reader,
  { token }: { token: string },
): Promise<{ state: LinkState }> => ({ state: stateOf(await readReset(db, sha256Hex(token)), now) })

/**
 * Takes the new password of whoever has the link, once, and ends all sessions of the person. The costly hash is made
 * only for links that work, one after the other. Throws invalid_fields for a weak password, conflict for a link
 * that is unknown, used or expired.
 */
export const resetPassword = async (
  { db, now, lines }: By,
  { token, new_password }: { token: string; new_password: string },
): Promise<{ detail: string }> => {
  const token_hash = sha256Hex(token)
  const { user_id } = demandOpen(await readReset(db, token_hash), now)
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
  return { detail: 'Your password was changed. You can log in with it now.' }
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
