import { sql } from 'kysely'
import { malaysianDate } from '#domain/time/dates.ts'
import { senderEntities } from '../entities/records/find.ts'
import { type By, processedThisYear } from './rows.ts'

/** Documents of this year per sender entity (the tenant account) of the caller, most first. */
export const processedPerSender = async ({ db, caller, now }: By) => {
  const rows = await processedThisYear(db, caller, malaysianDate(now))
    .select(['sender_entity_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('sender_entity_id')
    .orderBy('count', 'desc')
    .execute()
  const names = new Map((await senderEntities(db, caller)).map((entity) => [entity.id, entity.name]))
  return rows.map((row) => ({ tenant_account: names.get(row.sender_entity_id) ?? '', count: row.count }))
}
