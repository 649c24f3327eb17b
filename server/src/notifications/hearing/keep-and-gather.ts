import type { Tx } from '../../platform/db/database.ts'
import { gatherSoon } from '../letters/gather.ts'
import { type Kept, keepNotices } from '../notices/keep.ts'

/** Brings what is told of some subjects up to date, and sees to the mails about what is new in it. */
export const keepAndGather = async (tx: Tx, kept: Kept): Promise<void> => {
  await gatherSoon(tx, await keepNotices(tx, kept))
}
