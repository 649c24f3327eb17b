import { superadminByConsole } from '../people/superadmin-by-console.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Env } from '../platform/env/env.ts'
import { type PrintedLink, printLink } from '../session/passwords/print-link.ts'
import { listAccounts } from '../users/list.ts'
import { withDatabase } from './with-database.ts'

/** `users list`: who may sign in and how, superadmins first. */
export const listUsers = async (env: Env): Promise<string> => {
  const accounts = await withDatabase(env, listAccounts)
  const lines = accounts.map(({ email, username, access_type, origin, is_active }) => [
    ...[email, username, access_type, origin === 'directory' ? 'from the directory' : 'password here'],
    is_active ? '' : 'deactivated',
  ])
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(0, ...lines.map((line) => line[at]?.length ?? 0)))
  const rows = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return rows.length === 0
    ? 'There are no accounts. Start Lulus, and follow the link that it prints.'
    : rows.join('\n')
}

/** `users login-link EMAIL`: a link to a new password, on the console. */
export const loginLink = (env: Env, name: string) => tell(env, name, printLink)

/** `users superadmin EMAIL`: the same, of an account that is one of a superadmin from now on. */
export const superadminLink = (env: Env, name: string) => tell(env, name, superadminByConsole)

const tell = async (
  env: Env,
  name: string,
  print: (by: { db: Db; now: Date }, name: string) => Promise<PrintedLink>,
): Promise<{ words: string; done: boolean }> => {
  const { public_url } = env
  const link = await withDatabase(env, (db) => print({ db, now: systemClock.now() }, name))
  if ('refused' in link) return { words: `${name} ${REFUSALS[link.refused]}`, done: false }
  const words =
    `${public_url}/reset-password/${link.token}\n` +
    `Whoever opens it within ${link.minutes} minutes chooses the password of ${link.email}, once; all sessions of ` +
    'the account end then. Hand it to nobody else. The audit log tells that it was printed.'
  return { words, done: true }
}

const REFUSALS = {
  unknown: 'has no account. These are all: npm run lulus -- users list',
  directory:
    'signs in by the directory; the password is kept, and changed, there. Where it is gone for good: ' +
    'npm run lulus -- users superadmin with an e-mail address that has no account yet.',
  deactivated:
    'is deactivated. A superadmin activates the account under User Management; where none is left: ' +
    'npm run lulus -- users superadmin with the same name.',
  address: 'is no e-mail address.',
}
