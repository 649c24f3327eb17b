import { UserCreate } from '#contract/people/users.ts'
import { closeSessionsOf } from '../access/sessions.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { type PrintedLink, printLinkFor } from '../session/passwords/print-link.ts'
import { changeUser, holdUser } from '../users/change.ts'
import { createUser } from '../users/create.ts'
import { findForSignIn } from '../users/find.ts'
import { getUser } from './list.ts'
import { recordUser } from './record.ts'

type By = { db: Db; now: Date }

/**
 * For whoever stands before the machine where nobody is left who may administer, as after the end of a directory: the
 * local account of this name becomes a superadmin and is switched on, or one is made for an e-mail address that has
 * none. Answers a link to its password. The audit log tells of all of it.
 */
export const superadminByConsole = ({ db, now }: By, name: string): Promise<PrintedLink> =>
  inTransaction(db, async (tx) => {
    const known = await findForSignIn(tx, name)
    if (known && known.origin !== 'local') return { refused: 'directory' }
    const id = known ? known.id : await makeOne(tx, name, now)
    if (id === undefined) return { refused: 'address' }
    if (known) await promote(tx, id, now)
    return printLinkFor(tx, id, now)
  })

const promote = async (tx: Tx, id: string, now: Date) => {
  const revision = await holdUser(tx, id)
  const before = await getUser({ db: tx, now }, id)
  if (before.access_type === 'superadmin' && before.state !== 'deactivated') return
  await changeUser(tx, { id, revision }, { access_type: 'superadmin', is_active: true })
  // Whoever is switched on again is signed out once more: a sign-in that was under way counts for nothing.
  await closeSessionsOf(tx, id)
  await recordUser(tx, { caller: undefined, now }, before, await getUser({ db: tx, now }, id))
}

/** Undefined where the name is no e-mail address. */
const makeOne = async (tx: Tx, email: string, now: Date): Promise<string | undefined> => {
  const nothing = { first_name: '', last_name: '', group_ids: [], sender_entity_ids: [], store_code_ids: [] }
  const read = UserCreate.safeParse({
    ...{ origin: 'local', access_type: 'superadmin', username: email, email },
    ...nothing,
  })
  if (!read.success) return undefined
  const id = await createUser(tx, { ...read.data, password_hash: null }, now)
  await recordUser(tx, { caller: undefined, now }, undefined, await getUser({ db: tx, now }, id))
  return id
}
