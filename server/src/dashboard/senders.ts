import { malaysianDate } from '#domain/time/dates.ts'
import { senderEntities } from '../entities/records/find.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { type By, countedThisYear, SUM } from './rows.ts'

/** Documents of this year per sender entity (the tenant account) of the caller, most first. */
export const processedPerSender = async ({ db, caller, now }: By) => {
  const rows = await countedThisYear(db, caller, malaysianDate(now))
    .select(['sender_entity_id', SUM.as('count')])
    .groupBy('sender_entity_id')
    .having(SUM, '>', 0)
    .orderBy('count', 'desc')
    .modifyEnd(PREPARED)
    .execute()
  const names = new Map((await senderEntities(db, caller)).map((entity) => [entity.id, entity.name]))
  return rows.map((row) => ({ tenant_account: names.get(row.sender_entity_id) ?? '', count: row.count }))
}
