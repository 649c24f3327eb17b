import { displayName } from '#domain/access/caller.ts'
import { passwordWords } from '#domain/letters/passwords.ts'
import type { Directory } from '../../directory/directory.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { randomToken, sha256Hex } from '../../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { letterOf } from '../../platform/mail/letter.ts'
import type { SendMail } from '../../platform/mail/mail.ts'
import { findForSignIn, findUser, holdSignIn } from '../../users/find.ts'
import { hasEnoughLinks } from './links.ts'
import { insertReset, markResetSent } from './rows.ts'

export type Mailing = {
  db: Db
  clock: Clock
  send: SendMail
  public_url: string
  /** Where people sign in as well, whose password is not kept here. */
  directory?: Directory | undefined
}

const LINK_MINUTES = 30

/**
 * Mails a link to somebody whose password is kept here and who may sign in; to anybody else nothing. Each try has a
 * token of its own, stored before it goes out: a try whose mail did arrive leaves two working links, of which one use
 * ends both.
 */
export const mailLink = async (
  mailing: Mailing,
  { email, by_administrator = false }: { email: string; by_administrator?: boolean },
): Promise<void> => {
  const { db, clock, send, public_url, directory } = mailing
  const known = await findForSignIn(db, email)
  if (!known?.is_active || known.origin !== 'local') return
  const user = await findUser(db, known.id)
  if (!user) return
  const token = randomToken()
  const created_at = clock.now()
  const valid_until = new Date(created_at.getTime() + LINK_MINUTES * 60_000)
  const row = { token_hash: sha256Hex(token), user_id: user.id, created_at, valid_until }
  const wanted = await inTransaction(db, async (tx) => {
    // With another address, or switched off, all of one's links were ended: none is made after that.
    const held = await holdSignIn(tx, user.id)
    if (held?.email !== user.email || held.origin !== 'local') return false
    if (await hasEnoughLinks(tx, user.id, created_at)) return false
    await insertReset(tx, row)
    return true
  })
  if (!wanted) return
  const url = `${public_url}/reset-password/${token}`
  const why = known.password_hash === null ? 'invited' : by_administrator ? 'administrator' : 'asked'
  const words = passwordWords({
    ...{ name: displayName(user), email: user.email, minutes: LINK_MINUTES, why },
    directory: directory !== undefined,
  })
  await send(user.email, letterOf(words, { url, language: user.language }))
  await inTransaction(db, (tx) => markResetSent(tx, row.token_hash, clock.now()))
}
