import { randomBytes } from 'node:crypto'
import { hashPassword, verifyPassword } from '../access/passwords.ts'
import { closeSessionsOf } from '../access/sessions.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { changePassword } from '../users/create.ts'
import { findForSignIn } from '../users/find.ts'
import { ACCOUNTS, type AccountName, emailOf } from './company.ts'

// No 0, 1, l, o: people read it off a terminal.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Four groups of five letters, 100 random bits: easy to type, in no list. */
export const inventPassword = (): string => {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return (letters.match(/.{5}/g) ?? []).join('-')
}

/** Gives the demo accounts this password unless they have it already; ends their sessions then. */
export const resetPasswords = async (db: Db, password: string): Promise<void> => {
  const accounts = await Promise.all(
    (Object.keys(ACCOUNTS) as AccountName[]).map((name) => findForSignIn(db, emailOf(name))),
  )
  const [first] = accounts
  if (!first || (await verifyPassword(first.password_hash, password))) return
  const password_hash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    for (const account of accounts) {
      if (!account) continue
      await changePassword(tx, account.id, password_hash)
      await closeSessionsOf(tx, account.id)
    }
  })
}
