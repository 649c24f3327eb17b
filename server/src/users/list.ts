import type { Db } from '../platform/db/database.ts'
import { readAccounts } from './rows.ts'

/** More are not listed on a console. */
const ACCOUNTS_MAX = 10_000

/** Who may sign in, for whoever runs the portal: superadmins first, then by address. */
export const listAccounts = (db: Db) => readAccounts(db, ACCOUNTS_MAX)
