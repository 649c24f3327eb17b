import { DAY_MS } from '#domain/time/units.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { looseSince } from './file-rows.ts'
import { dropLoose } from './files.ts'

/** No call takes that long between a file and the defect to which it belongs. */
export const LOOSE_MS_MAX = DAY_MS
const AT_ONCE_MAX = 500

/** Throws away stored files that belong to no defect since a day. */
export const tidyDefects = async (means: { db: Db; files: Files; clock: Clock }): Promise<void> => {
  const before = new Date(means.clock.now().getTime() - LOOSE_MS_MAX)
  await dropLoose(means, await looseSince(means.db, before, AT_ONCE_MAX))
}
