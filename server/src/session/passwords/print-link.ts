import { randomToken, sha256Hex } from '../../platform/crypto/digest.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { findForSignIn, holdSignIn } from '../../users/find.ts'
import { recordPrintedLink } from './record.ts'
import { insertReset } from './rows.ts'

/** Somebody else may have to be called to the machine. */
const LINK_MINUTES = 60

export type PrintedLink =
  | { token: string; email: string; minutes: number }
  | { refused: 'unknown' | 'directory' | 'deactivated' | 'address' }

/**
 * A link to a new password for whoever stands before the machine, where no mail arrives: of a local account that is
 * switched on, found by its e-mail address or user name; else why there is none. The audit log tells of it.
 */
export const printLink = async ({ db, now }: { db: Db; now: Date }, name: string): Promise<PrintedLink> => {
  const known = await findForSignIn(db, name)
  if (!known) return { refused: 'unknown' }
  if (known.origin !== 'local') return { refused: 'directory' }
  return inTransaction(db, (tx) => printLinkFor(tx, known.id, now))
}

/** The same for a local account that was found. */
export const printLinkFor = async (tx: Tx, user_id: string, now: Date): Promise<PrintedLink> => {
  const user = await holdSignIn(tx, user_id)
  if (!user) return { refused: 'deactivated' }
  const token = randomToken()
  const valid_until = new Date(now.getTime() + LINK_MINUTES * 60_000)
  await insertReset(tx, { token_hash: sha256Hex(token), user_id: user.id, created_at: now, valid_until })
  await recordPrintedLink(tx, now, user)
  return { token, email: user.email, minutes: LINK_MINUTES }
}
