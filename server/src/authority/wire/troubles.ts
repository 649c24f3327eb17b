import { ENVIRONMENTS } from '#contract/entities.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Environment } from './environments.ts'
import { selectTroubles } from './rows.ts'
import { FAILURES_MAX } from './shared-gate.ts'

export type Trouble = { environment: Environment; since: Date; why: string }

/**
 * What waits is tried again within minutes. Where nothing has been for so long nobody knows whether it is over: a lost
 * submission may have been the last one of the day.
 */
const TRIED_WITHIN_MS = 15 * MINUTE_MS

/** Environments with a circuit that has opened, and whose calls of that kind have not been answered since. */
export const readTroubles = async (db: Db): Promise<Trouble[]> => {
  const rows = await selectTroubles(db, { failures_min: FAILURES_MAX, since_ms: TRIED_WITHIN_MS })
  return rows.flatMap(({ environment, since, why }) => {
    const known = ENVIRONMENTS.find((one) => one === environment)
    return known ? [{ environment: known, since, why }] : []
  })
}
