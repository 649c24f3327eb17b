import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller.ts'
import { readTroubles } from '../../authority/wire/troubles.ts'
import type { Db } from '../../platform/db/database.ts'
import { HELD_BY_PERSON } from '../deciding/hold.ts'
import { visible } from '../store/rows.ts'

/** Environments which do not answer, and how many of the caller's documents wait for them. */
export const troublesOf = async ({ db, caller }: { db: Db; caller: Caller }) => {
  const known = await readTroubles(db)
  if (known.length === 0) return { troubles: [] }
  const waiting = await visible(db, caller)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['Approved', 'Outcome Unknown']),
        eb.and([eb('status', '=', 'OnHold'), eb(HELD_BY_PERSON, '=', false)]),
      ]),
    )
    .groupBy('environment')
    .select(['environment', sql<string>`count(*)`.as('n')])
    .execute()
  const counts = new Map(waiting.map((row) => [row.environment, Number(row.n)]))
  return {
    troubles: known.map(({ environment, since, why }) => ({
      environment,
      since: since.toISOString(),
      why,
      waiting: counts.get(environment) ?? 0,
    })),
  }
}
