import type { Db } from '../../platform/db/database.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'
import { selectTroubles } from './rows.ts'
import { FAILURES_MAX } from './shared-gate.ts'

export type Trouble = { environment: Environment; since: Date; why: string }

/** Environments whose circuit has opened and which have not answered since. */
export const readTroubles = async (db: Db): Promise<Trouble[]> => {
  const rows = await selectTroubles(db, FAILURES_MAX)
  return rows.flatMap(({ environment, since, why }) => {
    const known = ENVIRONMENTS.find((one) => one === environment)
    return known ? [{ environment: known, since, why }] : []
  })
}
