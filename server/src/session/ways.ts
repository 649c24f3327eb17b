import { invalidFields } from '#domain/problems.ts'
import { cutText } from '#domain/text/cut.ts'
import { verifyPassword } from '../access/passwords.ts'
import type { Directory, DirectoryPerson } from '../directory/directory.ts'
import { keyedHash } from '../platform/crypto/keyed-hash.ts'
import { type Db, inTransaction, isUniqueViolation } from '../platform/db/database.ts'
import type { Log } from '../platform/log/log.ts'
import { admitFromDirectory } from '../users/admit.ts'
import type { findForSignIn } from '../users/find.ts'

export type Account = NonNullable<Awaited<ReturnType<typeof findForSignIn>>>

/** Who may come in, and the hash that the password was compared with; null where the directory compared it. */
export type Proved = { user_id: string; password_hash: string | null }

/** How a password is proved. */
export type Way = {
  line: 'password' | 'directory'
  /** What tries at this password are counted by (decisions/009); people may read it. */
  account: string
  /** Whose account it is, as far as the name tells. */
  user_id: string | undefined
  /**
   * The person who may come in with this password, undefined for nobody. Throws unavailable when that cannot be said,
   * and invalid_fields when the directory's person has no account and can get none.
   */
  prove: () => Promise<Proved | undefined>
}

type Given = { username: string; password: string }

type Asked = { db: Db; now: Date; log: Log; secret_key: string; directory: Directory | undefined }

/** By the password that is kept here. People of the directory have none. */
export const byPassword = (asked: Asked, user: Account | undefined, { username, password }: Given): Way => {
  const hidden = hiddenName(asked, username)
  return {
    line: 'password',
    account: user ? `user ${user.id}` : `name ${hidden}`,
    user_id: user?.id,
    prove: async () => {
      const password_hash = user?.is_active ? user.password_hash : null
      const right = await verifyPassword(password_hash, password)
      return user && right ? { user_id: user.id, password_hash } : undefined
    },
  }
}

/** By the directory. A local account of the same name has nothing to do with it. */
export const byDirectory = (asked: Asked, user: Account | undefined, given: Given): Way => {
  const { directory } = asked
  if (!directory) throw invalidFields({}, [NO_DIRECTORY])
  const own = user?.origin === 'directory' ? user : undefined
  return {
    line: 'directory',
    account: `directory ${hiddenName(asked, folded(own?.username ?? given.username))}`,
    user_id: own?.id,
    prove: async () => {
      const person = await directory.authenticate(given.username, given.password)
      return person && admit(asked, directory, person)
    },
  }
}

const EMAIL_LENGTH_MAX = 320
const NAME_LENGTH_MAX = 150

const admit = async (
  { db, now, log }: Asked,
  { groups: decided }: Directory,
  person: DirectoryPerson,
): Promise<Proved | undefined> => {
  const { username, email } = person
  if (!isUsable(person)) throw refused(log, username, NO_ADDRESS)
  const cut = (name: string) => cutText(name, NAME_LENGTH_MAX)
  const names = { first_name: cut(person.first_name), last_name: cut(person.last_name) }
  const vouched = { ...person, ...names, groups: { held: person.groups, decided } }
  try {
    const { user_id, is_active, groups } = await inTransaction(db, (tx) =>
      admitFromDirectory(tx, vouched, now),
    )
    const known = new Set(groups.map((name) => name.toLowerCase()))
    const missing = person.groups.filter((name) => !known.has(name.toLowerCase()))
    if (missing.length > 0) log.warn({ missing }, 'LDAP_GROUPS names groups that do not exist')
    return is_active ? { user_id, password_hash: null } : undefined
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused(log, username, `${TAKEN} (${email})`, TAKEN)
  }
}

/** What the table of users takes: a name with an @ is its owner's own address. */
const isUsable = ({ username, email }: DirectoryPerson) =>
  /^[^\s@]+@[^\s@]+$/.test(email) &&
  email.length <= EMAIL_LENGTH_MAX &&
  username !== '' &&
  username.length <= EMAIL_LENGTH_MAX &&
  (!username.includes('@') || username.toLowerCase() === email.toLowerCase())

const refused = (log: Log, username: string, why: string, told = why) => {
  log.warn({ username, why }, 'a person of the directory gets no account')
  return invalidFields({}, [told])
}

/** What stands for a name that may be nobody's, and then a password that was typed one field too early. */
const hiddenName = ({ secret_key }: Asked, name: string) =>
  keyedHash(secret_key, 'lulus name of a sign-in', name)

/**
 * At least as many spellings become one as a directory takes for the same name (RFC 4518: case, width, blanks, signs
 * that nobody sees; Active Directory: accents too). Otherwise each spelling would buy guesses of its own.
 */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}\p{C}]/gu, '')
    .toUpperCase()
    .replace(/[\s\p{Z}]+/gu, '')

const NO_DIRECTORY = 'Directory sign-in is not configured. Please use your local account.'
const NO_ADDRESS =
  'Your directory entry has no e-mail address or username that can be used here. Ask your administrator to correct it.'
const TAKEN =
  'Another account here has your directory username or e-mail address. Ask your administrator to change one of them, ' +
  'and to deactivate it too if it is a former one of yours.'
