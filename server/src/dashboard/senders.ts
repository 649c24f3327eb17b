import { malaysianDate } from '#domain/time/dates.ts'
import { sumsOfYear } from '../documents/counting/year-sums.ts'
import { senderEntities } from '../entities/records/find.ts'
import { countedEnvironments } from './environments.ts'
import type { By } from './rows.ts'

/** Documents of this year per sender entity (the tenant account) of the caller, most first. */
export const processedPerSender = async (by: By) => {
  const { db, caller, now } = by
  const environments = await countedEnvironments(by)
  const counted = new Map<string, number>()
  const sums = await sumsOfYear(db, caller, malaysianDate(now))
  for (const { sender_entity_id, is_later, environment, handed_over } of sums) {
    if (!is_later && environments.includes(environment))
      counted.set(sender_entity_id, (counted.get(sender_entity_id) ?? 0) + handed_over)
  }
  const names = new Map((await senderEntities(db, caller)).map((entity) => [entity.id, entity.name]))
  return [...counted]
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([id, count]) => ({ tenant_account: names.get(id) ?? '', count }))
}
