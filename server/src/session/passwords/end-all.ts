import type { Tx } from '../../platform/db/database.ts'
import { spendAllResets } from './rows.ts'

/** No link to a new password works any more, whoever has it. */
export const endAllResets = (tx: Tx, now: Date): Promise<void> => spendAllResets(tx, now)
