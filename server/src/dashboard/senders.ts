import { malaysianDate } from '#domain/time/dates.ts'
import { sumsOfYear } from '../documents/counting/year-sums.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { By } from './rows.ts'

/** Documents of this year per sender entity (the tenant account) of the caller, most first. */
export const processedPerSender = async ({ db, caller, now }: By) => {
  const counted = new Map<string, number>()
  for (const { sender_entity_id, is_later, handed_over } of await sumsOfYear(
    db,
    caller,
    malaysianDate(now),
  )) {
    if (!is_later) counted.set(sender_entity_id, (counted.get(sender_entity_id) ?? 0) + handed_over)
  }
  const names = new Map((await senderEntities(db, caller)).map((entity) => [entity.id, entity.name]))
  return [...counted]
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([id, count]) => ({ tenant_account: names.get(id) ?? '', count }))
}
